// A small panel in the top layer that opens from its button, closes on Escape or a press elsewhere, and gives focus back.
"use client"

import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react"
import { type Align, placeBeside, type Side } from "./anchored"
import { classes } from "./classes"

export type PopoverProps = {
  /** The button itself; it is given the behaviour and keeps its looks. */
  trigger: ReactElement<Record<string, unknown>>
  /** What the panel is called. */
  label: string
  /** A function is given what closes the panel. */
  children: ReactNode | ((close: () => void) => ReactNode)
  align?: Align
  side?: Side
  onOpenChange?: (open: boolean) => void
  className?: string
}

type Inner = PopoverProps & {
  role: "dialog" | "menu" | "listbox"
  /** Called once the content stands there. */
  onOpened?: (panel: HTMLElement) => void
  onKeyDown?: (event: KeyboardEvent<HTMLElement>, panel: HTMLElement) => void
  panelRef?: RefObject<HTMLDivElement | null>
}

export function Popover(props: PopoverProps) {
  return (
    <Panel
      {...props}
      role="dialog"
      className={classes("p-3", props.className)}
      onOpened={(panel) => {
        const first = panel.querySelector<HTMLElement>("[autofocus], input, select, textarea, button, a[href]")
        ;(first ?? panel).focus()
      }}
    />
  )
}

/** What menus and popovers share. The content is drawn only while it is open. */
export function Panel({
  trigger,
  label,
  children,
  align = "start",
  side = "bottom",
  onOpenChange,
  className,
  role,
  onOpened,
  onKeyDown,
  panelRef,
}: Inner) {
  const id = useId()
  const own = useRef<HTMLDivElement>(null)
  const panel = panelRef ?? own
  const [open, setOpen] = useState(false)
  const opened = useRef(onOpened)
  opened.current = onOpened

  useLayoutEffect(() => {
    const element = panel.current
    const anchor = element && document.querySelector<HTMLElement>(`[popovertarget="${CSS.escape(id)}"]`)
    if (!open || !element || !anchor) return
    placeBeside(element, anchor, side, align)
    element.dataset.placed = ""
    opened.current?.(element)
    return () => {
      delete element.dataset.placed
    }
  }, [open, id, side, align, panel])

  useEffect(() => {
    if (!open) return
    // It stands beside a button that may now be elsewhere; closing is calmer than chasing it.
    const close = () => panel.current?.hidePopover()
    window.addEventListener("resize", close)
    return () => window.removeEventListener("resize", close)
  }, [open, panel])

  const close = () => panel.current?.hidePopover()
  const behaviour = {
    role,
    "aria-label": label,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => panel.current && onKeyDown?.(event, panel.current),
  }
  return (
    <>
      {cloneElement(trigger, {
        popoverTarget: id,
        "aria-haspopup": role,
        "aria-expanded": open,
        "aria-controls": open ? id : undefined,
      })}
      <div
        ref={panel}
        id={id}
        popover="auto"
        {...behaviour}
        tabIndex={-1}
        onToggle={(event) => {
          const now = event.newState === "open"
          setOpen(now)
          onOpenChange?.(now)
        }}
        className={classes(
          "fixed inset-auto m-0 max-h-[calc(100dvh-16px)] max-w-[calc(100vw-16px)] overflow-y-auto rounded-l border-0 bg-raised text-text opacity-0 shadow-pop outline-hidden transition-opacity duration-(--move) data-placed:opacity-100",
          className,
        )}
      >
        {open && (typeof children === "function" ? children(close) : children)}
      </div>
    </>
  )
}
