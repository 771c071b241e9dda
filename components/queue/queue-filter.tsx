// The filter of the queue: words, team, agent, type and risk.
"use client"

import { type KeyboardEvent, useEffect, useRef } from "react"
import { useShallow } from "zustand/react/shallow"
import { Button } from "@/components/ui/button"
import { Icon } from "@/components/ui/icon"
import { isFiltering, NO_FILTER } from "./queue-order"
import { shownItems, useQueue, useQueueStore } from "./queue-store"

const RISKS = [
  ["high", "High"],
  ["medium", "Medium"],
  ["low", "Low"],
] as const
const KINDS: Record<string, string> = { plan_approval: "Plans", shutdown: "Shutdowns" }

export function QueueFilter({ focused, onClose }: { focused: boolean; onClose: () => void }) {
  const store = useQueueStore()
  const filter = useQueue((view) => view.filter)
  const found = useQueue((view) => shownItems(view).length)
  const items = useQueue(useShallow((view) => Object.values(view.queue.items)))
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focused) field.current?.focus()
  }, [focused])
  const teams = [...new Map(items.map((item) => [item.team.id, item.team.name]))]
  const agents = [...new Set(items.map((item) => item.agent.name))].sort()
  const types = [...new Set(items.map((item) => item.request.type))]
  const close = () => {
    store.setFilter(NO_FILTER)
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from any of its fields.
    <div onKeyDown={onKeyDown} className="grid flex-none gap-2 border-b border-line px-3 py-2.5">
      <div className="flex items-center gap-2 rounded-m border border-control bg-surface pl-2 focus-within:outline-2 focus-within:outline-ink">
        <Icon name="search" className="text-text-3" />
        <input
          ref={field}
          type="search"
          data-filter=""
          aria-label="Filter the queue"
          placeholder="Title, agent, team"
          value={filter.text}
          onChange={(event) => store.setFilter({ text: event.target.value })}
          className="h-[30px] min-w-0 flex-1 bg-transparent outline-hidden [&::-webkit-search-cancel-button]:hidden placeholder:text-text-3 pointer-coarse:h-11 pointer-coarse:text-[16px]"
        />
        <button
          type="button"
          aria-label="Close the filter"
          onClick={close}
          className="hit grid size-7 place-items-center text-text-3"
        >
          <Icon name="close" size={14} />
        </button>
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Choice label="Team" value={filter.team} options={teams} onChange={(team) => store.setFilter({ team })} />
        <Choice
          label="Agent"
          value={filter.agent}
          options={agents.map((name) => [name, name] as const)}
          onChange={(agent) => store.setFilter({ agent })}
        />
        <Choice
          label="Type"
          value={filter.type}
          options={types.map((type) => [type, KINDS[type] ?? type.replaceAll("_", " ")] as const)}
          onChange={(type) => store.setFilter({ type })}
        />
        <Choice label="Risk" value={filter.risk} options={RISKS} onChange={(risk) => store.setFilter({ risk })} />
      </div>
      {isFiltering(filter) && (
        <p className="flex items-center justify-between text-small text-text-3">
          <span role="status">{found === 1 ? "1 plan fits" : `${found} plans fit`}</span>
          <Button size="s" variant="quiet" onClick={() => store.setFilter(NO_FILTER)}>
            Show all
          </Button>
        </p>
      )}
    </div>
  )
}

type ChoiceProps = {
  label: string
  value: string
  options: readonly (readonly [value: string, word: string])[]
  onChange: (value: string) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <span className="relative block min-w-0">
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-7 w-full min-w-0 appearance-none truncate rounded-m border border-line-strong bg-surface pr-6 pl-2 text-small font-medium text-text-2 pointer-coarse:h-11 pointer-coarse:text-[16px] pointer-coarse:font-normal"
      >
        <option value="">Any {label.toLowerCase()}</option>
        {options.map(([option, word]) => (
          <option key={option} value={option}>
            {word}
          </option>
        ))}
      </select>
      <Icon
        name="chevron-down"
        size={12}
        className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-text-3"
      />
    </span>
  )
}
