// The heads of the lanes: who they are and how they stand now, and how many quiet ones are folded away.
"use client"

import { useStore } from "zustand"
import type { StoreApi } from "zustand/vanilla"
import { classes } from "@/components/ui/classes"
import { useZoneWords } from "@/components/ui/clock"
import { STATUS_WORD, StatusIcon } from "@/components/ui/status"
import type { AgentStatus } from "@/lib/core/agent"
import { HUMAN, LEAD } from "@/lib/core/ids"
import { initials } from "@/lib/core/timeline-lanes"
import type { Geometry } from "./lane-geometry"
import type { TimelineStore } from "./timeline-store"
import type { SeqRange } from "./use-lane-layout"

type Props = {
  store: TimelineStore
  range: StoreApi<SeqRange>
  geometry: Geometry
  /** How each agent stands now. */
  statuses: ReadonlyMap<string, AgentStatus>
  following: boolean
  unfold: boolean
  onUnfold: (unfold: boolean) => void
}

export function LanesHead({ store, range, geometry, statuses, following, unfold, onUnfold }: Props) {
  const { lanes, width, folded, total } = geometry
  const count = folded.length
  const statusOf = useStatuses({ store, range, statuses, following })
  return (
    <div
      className="grid h-9 flex-none items-center border-b border-line text-small font-medium text-text-2 max-md:hidden"
      style={{ gridTemplateColumns: `76px ${total}px minmax(0, 1fr)` }}
    >
      <DayInSight store={store} range={range} />
      <ul aria-label="Lanes" className="flex">
        {lanes.map((name) => (
          <LaneName key={name} name={name} width={width} status={statusOf(name)} />
        ))}
      </ul>
      <div className="flex min-w-0 items-center pr-4 font-normal text-text-3">
        {(count > 0 || unfold) && (
          <button
            type="button"
            aria-pressed={unfold}
            title={count > 0 ? folded.join(", ") : undefined}
            onClick={() => onUnfold(!unfold)}
            className="hit cut -mx-1.5 rounded-s px-1.5 py-0.5 transition-colors enabled-hover:bg-hover enabled-hover:text-text"
          >
            {count > 0 ? `${count} quiet agent${count === 1 ? "" : "s"} folded` : "Fold quiet agents"}
          </button>
        )}
      </div>
    </div>
  )
}

/** At the end the statuses of now; looking back, those of the lowest row in sight. */
function useStatuses({ store, range, statuses, following }: Pick<Props, "store" | "range" | "statuses" | "following">) {
  const to = useStore(range, (state) => state.to)
  if (following) return (name: string) => statuses.get(name)
  const present = store.rows.log.presentBefore(to + 1)
  return (name: string): AgentStatus | undefined => {
    const state = present.get(name)
    return state === undefined ? undefined : state === "none" ? "shutdown" : state
  }
}

function LaneName({ name, width, status }: { name: string; width: number; status: AgentStatus | undefined }) {
  const person = name === HUMAN
  const label = person ? "You" : name
  const words = person ? "People" : `${name}${status ? `, ${STATUS_WORD[status].toLowerCase()}` : ""}`
  const shows = status !== undefined && width > 24 && !(name === LEAD && status === "idle")
  return (
    <li
      title={words}
      style={{ width }}
      className={classes("flex min-w-0 flex-none items-center justify-center gap-[5px]", person && "text-ink")}
    >
      {shows && <StatusIcon status={status} className="size-[13px]" />}
      <span aria-hidden="true" className={classes("cut", width === 24 && "text-[10px]")}>
        {width === 24 ? initials(label) : label}
      </span>
      <span className="sr-only">{words}</span>
    </li>
  )
}

/** The day of the topmost row, where the times alone would not tell it. */
function DayInSight({ store, range }: Pick<Props, "store" | "range">) {
  const from = useStore(range, (state) => state.from)
  const at = store.rows.log.at(from === 0 ? store.rows.log.last : from)?.event.at
  const words = useZoneWords((zone) =>
    at
      ? new Date(at).toLocaleDateString("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone: zone })
      : "",
  )
  return <span className="pl-4 text-micro font-normal tracking-[-0.02em] whitespace-nowrap text-text-3">{words}</span>
}
