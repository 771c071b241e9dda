// A menu of actions that opens from a button, with arrow keys, type-ahead and focus return.
"use client"

import Link from "next/link"
import { type KeyboardEvent, type ReactNode, useRef } from "react"
import { classes } from "./classes"
import { Icon } from "./icon"
import { Panel, type PopoverProps } from "./popover"

const ITEM =
  "flex min-h-8 w-full select-none items-center gap-2.5 rounded-m px-2 text-left text-ui text-text outline-hidden focus:bg-selected hover:bg-selected aria-disabled:text-text-3 pointer-coarse:min-h-11"

const itemsOf = (panel: HTMLElement): HTMLElement[] => [
  ...panel.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])'),
]

export function Menu(props: PopoverProps) {
  const typed = useRef({ text: "", at: 0 })
  const move = (event: KeyboardEvent, panel: HTMLElement) => {
    const items = itemsOf(panel)
    const here = items.indexOf(document.activeElement as HTMLElement)
    const to = (index: number) => {
      event.preventDefault()
      event.stopPropagation()
      items.at(index % items.length)?.focus()
    }
    if (event.key === "ArrowDown") return to(here + 1)
    if (event.key === "ArrowUp") return to(here <= 0 ? -1 : here - 1)
    if (event.key === "Home") return to(0)
    if (event.key === "End") return to(-1)
    if (event.key === "Tab") return panel.hidePopover()
    if (event.key.length !== 1 || event.key === " " || event.metaKey || event.ctrlKey) return
    event.stopPropagation()
    const now = Date.now()
    typed.current = { text: now - typed.current.at > 700 ? event.key : typed.current.text + event.key, at: now }
    const wanted = typed.current.text.toLowerCase()
    items.find((item) => item.textContent?.trim().toLowerCase().startsWith(wanted))?.focus()
  }
  return (
    <Panel
      {...props}
      role="menu"
      className={classes("min-w-48 p-1.5", props.className)}
      onOpened={(panel) => itemsOf(panel)[0]?.focus()}
      onKeyDown={move}
    />
  )
}

type ItemProps = { icon?: ReactNode; children: ReactNode; note?: ReactNode; disabled?: boolean; danger?: boolean }

function Inside({ icon, children, note, danger }: ItemProps) {
  return (
    <>
      {icon && <span className={danger ? "text-fail" : "text-text-3"}>{icon}</span>}
      <span className={classes("cut flex-1", danger && "text-fail")}>{children}</span>
      {note && <span className="text-small text-text-3">{note}</span>}
    </>
  )
}

/** The menu an item stands in closes before the item acts, so that a dialog it opens can take the focus. */
function closeAround(item: HTMLElement): void {
  item.closest<HTMLElement>('[role="menu"]')?.hidePopover()
}

export function MenuItem({ onSelect, ...look }: ItemProps & { onSelect: () => void }) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={look.disabled || undefined}
      onClick={(event) => {
        if (look.disabled) return
        closeAround(event.currentTarget)
        onSelect()
      }}
      className={ITEM}
    >
      <Inside {...look} />
    </button>
  )
}

export function MenuLink({ href, current, ...look }: ItemProps & { href: string; current?: boolean }) {
  return (
    <Link
      href={href}
      role="menuitem"
      tabIndex={-1}
      aria-current={current ? "page" : undefined}
      onClick={(event) => closeAround(event.currentTarget)}
      className={classes(ITEM, "cursor-pointer")}
    >
      <Inside {...look} />
    </Link>
  )
}

/** Something that is on or off; the menu stays open. */
export function MenuCheck({
  checked,
  onChange,
  children,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      role="menuitemcheckbox"
      aria-checked={checked}
      tabIndex={-1}
      onClick={() => onChange(!checked)}
      className={ITEM}
    >
      <Tick on={checked} />
      <span className="cut flex-1">{children}</span>
    </button>
  )
}

/** One of several; the menu stays open. */
export function MenuChoice<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: T
  options: readonly { value: T; word: string }[]
  onChange: (value: T) => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed inside a menu.
    <div role="group" aria-label={label}>
      <MenuHeading>{label}</MenuHeading>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="menuitemradio"
          aria-checked={option.value === value}
          tabIndex={-1}
          onClick={() => onChange(option.value)}
          className={ITEM}
        >
          <Tick on={option.value === value} />
          <span className="cut flex-1">{option.word}</span>
        </button>
      ))}
    </div>
  )
}

export function MenuLine() {
  return <hr className="mx-2 my-1.5 h-px border-0 bg-line" />
}

export function MenuHeading({ children }: { children: ReactNode }) {
  return (
    <div role="presentation" className="px-2 pt-1.5 pb-0.5 text-micro font-medium text-text-3">
      {children}
    </div>
  )
}

function Tick({ on }: { on: boolean }) {
  return <span className="grid size-4 flex-none place-items-center text-ink">{on && <Icon name="check" />}</span>
}
