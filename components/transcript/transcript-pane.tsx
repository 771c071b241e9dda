// An agent's transcript: its turns, what it writes at this moment, and filters for its plans and blocked calls.
"use client"

import { useCallback, useMemo, useState } from "react"
import type { Writing } from "@/lib/client/live-store"
import type { Agent } from "@/lib/core/agent"
import type { Request } from "@/lib/core/request"
import { Button } from "../ui/button"
import { classes } from "../ui/classes"
import { Empty } from "../ui/empty"
import { callTimes, plansByCall, readTurns } from "./merge-record"
import { NewsPill } from "./news-pill"
import { TurnErrors } from "./turn-errors"
import { blockedIn, hasPlan, onlyMatching, type TranscriptFilter, turnNotes } from "./turn-filter"
import { TurnView } from "./turn-view"
import type { LiveRecord } from "./use-agent-record"
import { useFollowEnd } from "./use-follow-end"
import { WritingNow } from "./writing-now"

type Props = {
  agent: Agent
  /** Who speaks here. */
  model: string
  live: LiveRecord
  requests: readonly Request[]
  writing: Writing | undefined
  canOperate: boolean
  onResume: () => void
}

const NO_TAILS: Record<string, string> = {}

export function TranscriptPane({ agent, model, live, requests, writing, canOperate, onResume }: Props) {
  const { record } = live
  const [filter, setFilter] = useState<TranscriptFilter>("all")
  const [loading, setLoading] = useState(false)
  const turns = useMemo(() => readTurns(record), [record])
  const times = useMemo(() => callTimes(record.calls), [record.calls])
  const plans = useMemo(() => plansByCall(turns, requests), [turns, requests])
  const notes = useMemo(() => turnNotes(record.messages, requests, agent.name), [record.messages, requests, agent.name])
  const blocked = useMemo(() => turns.reduce((sum, turn) => sum + blockedIn(turn, agent.name), 0), [turns, agent.name])
  // By the record's own facts, not by the live agent: the two are read at different moments.
  const running = useMemo(
    () => new Set(record.turns.filter((turn) => turn.state === "running").map((turn) => turn.no)),
    [record.turns],
  )
  const shown = useMemo(() => onlyMatching(turns, filter, agent.name), [turns, filter, agent.name])
  const current = writing && writing.generation === agent.generation ? writing : undefined
  const tails = useMemo(() => tailsOf(current), [current])
  const newest = `${record.entries.at(-1)?.id ?? 0}-${current?.turn ?? 0}`
  const { scroller, content, news, toEnd } = useFollowEnd(newest, String(record.entries[0]?.id ?? 0))
  const earlier = useCallback(async () => {
    setLoading(true)
    await live.loadEarlier()
    setLoading(false)
  }, [live.loadEarlier])
  const choose = (next: TranscriptFilter) => setFilter(filter === next ? "all" : next)
  const planCount = turns.filter(hasPlan).length
  return (
    <section aria-label="Transcript" className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface">
      <header className="flex h-10 flex-none items-center gap-2 border-b border-line pr-3 pl-4 xl:pl-5">
        <h2 className="font-semibold">Transcript</h2>
        <span className="cut text-text-3">
          {agent.turn === 1 ? "1 turn" : `${agent.turn} turns`} · {model}
        </span>
        <span className="flex-1" />
        <FilterButton pressed={filter === "plans"} onPress={() => choose("plans")}>
          {`Plans ${planCount}`}
        </FilterButton>
        <FilterButton pressed={filter === "blocked"} onPress={() => choose("blocked")}>
          {`Blocked ${blocked}`}
        </FilterButton>
      </header>
      <div className="relative min-h-0 flex-1">
        <div ref={scroller} className="h-full overflow-y-auto [overflow-anchor:none]">
          <div
            ref={content}
            className="flex min-h-full flex-col justify-end px-4 pt-1.5 pb-5 xl:px-6 max-xl:[body:has([data-handshake])_&]:pb-[380px]"
          >
            {record.earlier && (
              <Button variant="quiet" size="s" busy={loading} onClick={earlier} className="mt-2 self-start">
                Show earlier turns
              </Button>
            )}
            {shown.map((turn) => (
              <TurnView
                key={turn.no}
                turn={turn}
                agent={agent.name}
                note={notes.get(turn.no) ?? null}
                runs={running.has(turn.no) && agent.status !== "shutdown"}
                times={times}
                plans={plans}
                tails={turn.no === current?.turn ? tails : NO_TAILS}
              />
            ))}
            {shown.length === 0 && !current && <Nothing agent={agent} filter={filter} />}
            {filter === "all" && (
              <>
                <WritingNow
                  agent={agent}
                  writing={current}
                  turns={turns}
                  facts={record.turns}
                  note={notes.get(agent.turn) ?? null}
                />
                <TurnErrors agent={agent} record={record} canOperate={canOperate} onResume={onResume} />
              </>
            )}
          </div>
        </div>
        <NewsPill shown={news} onPress={toEnd}>
          New below
        </NewsPill>
      </div>
    </section>
  )
}

const tailsOf = (writing: Writing | undefined): Record<string, string> =>
  writing ? Object.fromEntries(Object.entries(writing.calls).map(([id, call]) => [id, call.output])) : NO_TAILS

function FilterButton({ pressed, onPress, children }: { pressed: boolean; onPress: () => void; children: string }) {
  return (
    <Button
      variant="quiet"
      size="s"
      aria-pressed={pressed}
      onClick={onPress}
      className={classes(pressed && "bg-ink-soft! text-ink!")}
    >
      {children}
    </Button>
  )
}

function Nothing({ agent, filter }: { agent: Agent; filter: TranscriptFilter }) {
  if (filter === "plans")
    return <Empty mark={false} fact={`${agent.name} has submitted no plan here.`} className="my-auto" />
  if (filter === "blocked")
    return <Empty mark={false} fact={`Nothing of ${agent.name}’s was stopped by the gate.`} className="my-auto" />
  return (
    <Empty mark={false} fact={`${agent.name} has not spoken yet.`} className="my-auto">
      Its first turn begins when a message reaches it.
    </Empty>
  )
}
