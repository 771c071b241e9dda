// The bar above the timeline: whose events, which kind, which request, how many that makes, a moment to jump to, the export.
"use client"

import { buttonClass } from "@/components/ui/button"
import { Icon } from "@/components/ui/icon"
import { Mark, markOf } from "@/components/ui/mark"
import { MenuCheck, MenuChoice, MenuHeading, MenuItem, MenuLine } from "@/components/ui/menu"
import { HUMAN } from "@/lib/core/ids"
import { PROTOCOLS, protocolOf } from "@/lib/core/protocols"
import type { Request } from "@/lib/core/request"
import { shortId } from "@/lib/core/short-id"
import { KIND_FILTERS, type KindFilter, type TimelineFilter } from "@/lib/core/timeline-kind"
import { FilterChip } from "./filter-chip"
import { JumpToMoment } from "./jump-to-moment"
import type { TimelineSnapshot } from "./timeline-store"

type Props = {
  team: string
  filter: TimelineFilter
  onFilter: (filter: TimelineFilter) => void
  names: readonly string[]
  requests: readonly Request[]
  snapshot: TimelineSnapshot
  onJump: (at: number) => void
}

export const FIRST_FILTER_ID = "timeline-agents"
const MOST_OF_EACH = 6

export function TimelineTools({ team, filter, onFilter, names, requests, snapshot, onJump }: Props) {
  const change = (part: Partial<TimelineFilter>) => onFilter({ ...filter, ...part })
  return (
    <div className="flex h-11 flex-none items-center gap-1.5 border-b border-line bg-surface pr-3">
      <div className="flex min-w-0 flex-1 items-center gap-1.5 self-stretch overflow-x-auto pl-4 [scrollbar-width:none]">
        <FilterChip
          id={FIRST_FILTER_ID}
          label="Whose events"
          words={agentWords(filter.agents)}
          set={filter.agents !== null}
          onClear={() => change({ agents: null })}
        >
          <AgentChoices chosen={filter.agents} names={names} onChange={(agents) => change({ agents })} />
        </FilterChip>
        <FilterChip
          label="Which kind"
          words={KIND_FILTERS[filter.kinds].label}
          set={filter.kinds !== "all"}
          onClear={() => change({ kinds: "all" })}
        >
          <MenuChoice
            label="Which kind"
            value={filter.kinds}
            options={(Object.keys(KIND_FILTERS) as KindFilter[]).map((value) => ({
              value,
              word: KIND_FILTERS[value].label,
            }))}
            onChange={(kinds) => change({ kinds })}
          />
        </FilterChip>
        <FilterChip
          label="Which request"
          words={requestWords(filter)}
          set={filter.request !== null || filter.protocol !== null}
          onClear={() => change({ request: null, protocol: null })}
        >
          <RequestChoices requests={requests} onChange={change} />
        </FilterChip>
        <Counted snapshot={snapshot} />
      </div>
      <JumpToMoment onJump={onJump} overview={snapshot.overview} />
      <a
        href={`/api/teams/${encodeURIComponent(team)}/export`}
        download
        aria-label="Export"
        className={buttonClass("quiet", "s")}
      >
        <Icon name="arrow-down" className="md:hidden" />
        <span className="max-md:hidden">Export</span>
      </a>
    </div>
  )
}

/** `6,340 of 104,212 events`; while only a part was read, from where on. */
function Counted({ snapshot: { count, total, first, last, loading } }: { snapshot: TimelineSnapshot }) {
  const number = (value: number) => value.toLocaleString("en-GB")
  const whole = first <= 1 && last >= total
  const read = Math.max(0, last - first + 1)
  return (
    <span className="ml-2 text-small whitespace-nowrap text-text-3 max-md:hidden">
      {`${number(count)} of ${number(total)} event${total === 1 ? "" : "s"}`}
      {!whole && `, ${number(read)} read${loading ? " so far" : ""}`}
    </span>
  )
}

function agentWords(agents: readonly string[] | null): string {
  if (agents === null) return "All agents"
  const names = agents.map((name) => (name === HUMAN ? "People" : name))
  return names.length <= 2 ? names.join(" and ") : `${names[0]} and ${names.length - 1} more`
}

type AgentProps = {
  chosen: readonly string[] | null
  names: readonly string[]
  onChange: (agents: string[] | null) => void
}

function AgentChoices({ chosen, names, onChange }: AgentProps) {
  const toggle = (name: string, on: boolean) => {
    const now = on ? [...(chosen ?? []), name] : (chosen ?? []).filter((other) => other !== name)
    onChange(now.length === 0 ? null : now)
  }
  return (
    <>
      <MenuHeading>Events that touch</MenuHeading>
      {names.map((name) => (
        <MenuCheck key={name} checked={chosen?.includes(name) ?? false} onChange={(on) => toggle(name, on)}>
          {name === HUMAN ? "People" : name}
        </MenuCheck>
      ))}
    </>
  )
}

function requestWords({ request, protocol }: TimelineFilter): string {
  if (request !== null) return `Only ${shortId(request)}`
  return protocol === null ? "Any request" : `Every ${labelOf(protocol)}`
}

const labelOf = (protocol: string): string => protocolOf(protocol)?.label ?? protocol.replaceAll("_", " ")

type Choice = Pick<TimelineFilter, "request" | "protocol">

function RequestChoices({ requests, onChange }: { requests: readonly Request[]; onChange: (choice: Choice) => void }) {
  const newest = requests.toReversed()
  const open = newest.filter((request) => request.status === "pending").slice(0, MOST_OF_EACH)
  const decided = newest.filter((request) => request.status !== "pending").slice(0, MOST_OF_EACH)
  const item = (request: Request) => (
    <MenuItem
      key={request.request_id}
      icon={<Mark state={markOf(request)} />}
      note={shortId(request.request_id)}
      onSelect={() => onChange({ request: request.request_id, protocol: null })}
    >
      {titleOf(request)}
    </MenuItem>
  )
  return (
    <>
      <MenuItem onSelect={() => onChange({ request: null, protocol: null })}>Any request</MenuItem>
      {Object.keys(PROTOCOLS).map((protocol) => (
        <MenuItem key={protocol} onSelect={() => onChange({ request: null, protocol })}>
          {`Every ${labelOf(protocol)}`}
        </MenuItem>
      ))}
      {open.length > 0 && <MenuLine />}
      {open.map(item)}
      {decided.length > 0 && <MenuLine />}
      {decided.map(item)}
    </>
  )
}

function titleOf(request: Request): string {
  const protocol = protocolOf(request.type)
  if (protocol?.onApproved.includes("terminate")) return `Shut down ${request.target}`
  return `${request.sender}: ${protocol?.title(request.payload) ?? request.type}`
}
