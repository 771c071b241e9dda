// Shutdown on a team's pages: asks in a dialog, then watches the handshake in a panel until it is closed.
"use client"

import { useSearchParams } from "next/navigation"
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react"
import { useShallow } from "zustand/react/shallow"
import type { Agent } from "@/lib/core/agent"
import type { InFlight } from "@/lib/core/page-views"
import type { Request } from "@/lib/core/request"
import { useLive } from "../live/live-team"
import { leaseTitle } from "../roster/roster-now"
import { titleWithRevision } from "../team/request-words"
import { HandshakePanel } from "./handshake-panel"
import { ShutdownDialog } from "./shutdown-dialog"

const Watch = createContext<(name: string) => void>(() => {})

/** Opens the question for this agent; when it was asked already, the panel that watches it. */
export const useShutdown = (): ((name: string) => void) => useContext(Watch)

type Props = {
  /** On an agent's own page its shutdown is shown without being asked for. */
  about?: string
  canOperate: boolean
  children: ReactNode
}

export function ShutdownWatch({ about, canOperate, children }: Props) {
  const [asking, setAsking] = useState<string | null>(null)
  const [shown, setShown] = useState(false)
  const [watched, setWatched] = useState<string | null>(about ?? null)
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const team = useLive((state) => state.view.team.id)
  const subject = useLive((state) => state.view.agents.find((agent) => agent.name === asking) ?? null)
  const target = useLive((state) => state.view.agents.find((agent) => agent.name === watched) ?? null)
  const request = useLive((state) => newestShutdown(state.view.requests, target))
  const title = useLive((state) => (subject ? leaseTitle(subject, state.view.requests) : null))
  const pending = useLive(
    useShallow((state) =>
      state.view.requests
        .filter((each) => each.type === "shutdown" && each.status === "pending")
        .map((each) => each.target),
    ),
  )
  const claimed = useLive(
    useShallow((state) =>
      state.view.tasks.filter((task) => task.owner === watched && task.status === "claimed").map((task) => task.id),
    ),
  )

  useEffect(() => {
    setClosed(new Set(remembered()))
  }, [])
  useEffect(() => {
    if (request && worthShowing(request, Date.now())) setSeen((before) => new Set([...before, request.request_id]))
  }, [request])
  const close = useCallback((id: string) => {
    setClosed((before) => new Set([...before, id]))
    remember(id)
  }, [])

  const start = useCallback(
    (name: string) => {
      if (pending.includes(name)) {
        setWatched(name)
        setClosed(new Set())
        return
      }
      setAsking(name)
      setShown(true)
    },
    [pending],
  )
  // The command palette leads here with the question already put.
  const wanted = useSearchParams().get("shutdown") === "ask"
  useEffect(() => {
    if (!wanted || !about || !canOperate) return
    window.history.replaceState(null, "", window.location.pathname)
    start(about)
  }, [wanted, about, canOperate, start])
  const known = useInFlight(subject)
  const flight = useInFlight(target)
  const gate = useMemo(() => ({ open: subject?.gate === "open" && subject.lease !== null, title }), [subject, title])
  return (
    <Watch value={start}>
      {children}
      {asking !== null && (
        <ShutdownDialog
          team={team}
          name={asking}
          status={subject?.status ?? "idle"}
          gate={gate}
          known={known}
          open={shown}
          onOpenChange={setShown}
          onAsked={(asked) => {
            setWatched(asking)
            setSeen((before) => new Set([...before, asked.request_id]))
          }}
        />
      )}
      {request && seen.has(request.request_id) && !closed.has(request.request_id) && (
        <HandshakePanel
          key={request.request_id}
          request={request}
          agent={target}
          claimed={claimed}
          inFlight={flight}
          canOperate={canOperate}
          onAsked={(asked) => setSeen((before) => new Set([...before, asked.request_id]))}
          onClose={() => close(request.request_id)}
        />
      )}
    </Watch>
  )
}

/** What the live view knows of an agent's flight; the server is asked all the same. */
function useInFlight(agent: Agent | null): InFlight {
  const view = useLive((state) => state.view)
  return useMemo(() => {
    const plan = view.requests.find(
      (request) => request.status === "pending" && request.sender === agent?.name && request.type !== "shutdown",
    )
    return {
      activity: agent?.activity ?? null,
      pending_plan: plan ? { request_id: plan.request_id, title: titleWithRevision(plan) } : null,
      claimed_tasks: view.tasks.filter((task) => task.owner === agent?.name && task.status === "claimed"),
      unread: agent?.unread ?? 0,
    }
  }, [view, agent])
}

/** The newest one asked of this bearer of the name. */
function newestShutdown(requests: readonly Request[], agent: Agent | null): Request | null {
  if (!agent) return null
  return (
    requests.findLast(
      (request) =>
        request.type === "shutdown" && request.target === agent.name && request.generation === agent.generation,
    ) ?? null
  )
}

const REFUSED_SHOWN_MS = 30 * 60_000

/** Under way, or refused a while ago; what is long over comes up only for whoever watched it end. */
function worthShowing(request: Request, now: number): boolean {
  if (request.status === "pending") return true
  const at = request.resolution ? Date.parse(request.resolution.at) : 0
  return request.status === "rejected" && now - at < REFUSED_SHOWN_MS
}

const KEY = "countersign.closed-shutdowns"

function remembered(): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "[]") as string[]
  } catch {
    return []
  }
}

function remember(id: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...remembered(), id].slice(-50)))
  } catch {
    // Only this page remembers then.
  }
}
