// A small panel that takes a date and a time, or one of the moments people mostly mean, and jumps there.
"use client"

import { type FormEvent, useRef } from "react"
import { useKeys } from "@/components/shell/use-keys"
import { Button, buttonClass } from "@/components/ui/button"
import { Icon } from "@/components/ui/icon"
import { Kbd } from "@/components/ui/kbd"
import { Popover } from "@/components/ui/popover"
import type { TimelineOverview } from "@/lib/core/page-views"

const HOUR = 3_600_000

export function JumpToMoment({ overview, onJump }: { overview: TimelineOverview; onJump: (at: number) => void }) {
  const trigger = useRef<HTMLSpanElement>(null)
  useKeys({ m: () => trigger.current?.querySelector("button")?.click() })
  const first = Date.parse(overview.first_at ?? "") || Date.now()
  const last = Date.parse(overview.last_at ?? "") || Date.now()
  return (
    <span ref={trigger} className="flex flex-none">
      <Popover
        label="Jump to a moment"
        align="end"
        className="w-[336px]"
        trigger={
          <button type="button" aria-label="Jump to a moment" className={buttonClass("quiet", "s")}>
            <Icon name="clock" className="md:hidden" />
            <span className="max-md:hidden">Jump to a moment</span>
            <span aria-hidden="true" className="inline-flex max-md:hidden pointer-coarse:hidden">
              <Kbd>M</Kbd>
            </span>
          </button>
        }
      >
        {(close) => (
          <MomentForm
            first={first}
            last={last}
            onJump={(at) => {
              close()
              onJump(at)
            }}
          />
        )}
      </Popover>
    </span>
  )
}

function MomentForm({ first, last, onJump }: { first: number; last: number; onJump: (at: number) => void }) {
  const midnight = new Date(last).setHours(0, 0, 0, 0)
  const shortcuts = [
    { word: "The beginning", at: first },
    { word: "This morning", at: midnight + 6 * HOUR },
    { word: "An hour before the end", at: last - HOUR },
    { word: "The newest event", at: last },
  ].filter(({ at }) => at >= first && at <= last)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const at = Date.parse(String(new FormData(event.currentTarget).get("at")))
    if (!Number.isNaN(at)) onJump(at)
  }
  return (
    <form onSubmit={submit} className="grid gap-3">
      <label className="grid gap-1.5">
        <span className="text-small font-medium text-text-2">Date and time, here where you are</span>
        <span className="flex gap-2">
          <input
            type="datetime-local"
            name="at"
            step={1}
            required
            defaultValue={localInput(last)}
            className="h-8 min-w-0 flex-1 rounded-m border border-control bg-surface px-2 text-ui pointer-coarse:h-11"
          />
          <Button type="submit" variant="primary">
            Jump
          </Button>
        </span>
      </label>
      <div className="grid justify-items-start">
        {shortcuts.map(({ word, at }) => (
          <Button key={word} variant="quiet" size="s" className="-ml-2" onClick={() => onJump(at)}>
            {word}
          </Button>
        ))}
      </div>
    </form>
  )
}

/** The value a local date field understands. */
function localInput(at: number): string {
  const date = new Date(at - new Date(at).getTimezoneOffset() * 60_000)
  return date.toISOString().slice(0, 19)
}
