// A filter as a chip: its words open the choices, and once something is set a cross takes it back.
"use client"

import type { ReactNode } from "react"
import { classes } from "@/components/ui/classes"
import { Icon } from "@/components/ui/icon"
import { Menu } from "@/components/ui/menu"

type Props = {
  /** What the menu is called. */
  label: string
  words: string
  set: boolean
  onClear: () => void
  id?: string
  children: ReactNode
}

const EDGE = "h-[26px] items-center border bg-surface text-small font-medium transition-colors"

export function FilterChip({ label, words, set, onClear, id, children }: Props) {
  const tone = set ? "border-ink-line bg-ink-soft text-ink" : "border-line-strong text-text-2 enabled-hover:bg-hover"
  return (
    <span className="flex flex-none">
      <Menu
        label={label}
        className="max-w-80"
        trigger={
          <button
            type="button"
            id={id}
            className={classes(
              "hit inline-flex max-w-60 gap-1.5 pl-2",
              EDGE,
              tone,
              set ? "rounded-l-[5px] border-r-0 pr-1" : "rounded-[5px] pr-2",
            )}
          >
            <span className="cut">{words}</span>
            {!set && <Icon name="chevron-down" size={12} />}
          </button>
        }
      >
        {children}
      </Menu>
      {set && (
        <button
          type="button"
          aria-label={`Take back: ${words}`}
          onClick={onClear}
          className={classes("hit inline-flex rounded-r-[5px] border-l-0 pr-2 pl-1", EDGE, tone)}
        >
          <Icon name="close" size={12} />
        </button>
      )}
    </span>
  )
}
