// What this process counts while it runs: turns, decisions, blocked calls, and how long things took, for /api/metrics.
import "server-only"
import type { Event } from "@/lib/core/event"
import type { AgentKey } from "@/lib/server/db/store"
import { type ModelClient, ModelError } from "@/lib/server/model/model-client"

export type Meter = {
  name: string
  help: string
  type: "counter" | "histogram"
  samples: { labels: Record<string, string>; value: number; suffix?: "_bucket" | "_sum" | "_count" }[]
}

export type Meters = {
  observe(events: readonly Event[]): void
  /** An agent was to be woken by this process; its next turn here says how long that took. */
  noteWake(key: AgentKey): void
  /** Counts what the model's calls end in, besides answers. */
  countErrors(model: ModelClient): ModelClient
  read(): Meter[]
}

const WAIT_BOUNDS = [1, 10, 60, 300, 900, 3_600, 14_400, 86_400]
const RESUME_BOUNDS = [0.002, 0.005, 0.01, 0.03, 0.1, 0.5, 1, 5, 15]

export function createMeters(): Meters {
  const turns = createCounter("turns_total", "Turns by how they ended.", "outcome")
  const decisions = createCounter("decisions_total", "Requests that ended, by status.", "status")
  const blocked = createCounter("gate_blocked_total", "Tool calls the gate stopped, by cause.", "cause")
  const tools = createCounter("tool_calls_total", "Tool calls that ran, by tool.", "tool")
  const waits = createHistogram("decision_wait_seconds", "From a request's opening to its end.", WAIT_BOUNDS)
  const resumes = createHistogram(
    "decision_to_turn_seconds",
    "From a decision to the agent's next turn.",
    RESUME_BOUNDS,
  )
  const wakes = createHistogram("wake_seconds", "From waking an agent here to its turn here.", RESUME_BOUNDS)
  const modelErrors = createCounter("model_errors_total", "Model calls without an answer, by status or kind.", "cause")
  const decidedAt = new Map<string, number>()
  const wokenAt = new Map<string, number>()

  function observe(event: Event): void {
    const agent = `${event.team}/${event.agent}`
    switch (event.type) {
      case "turn.finished":
        turns.add("finished")
        break
      case "turn.failed":
        turns.add("failed")
        break
      case "gate.blocked":
        blocked.add(String(event.data.cause))
        break
      case "tool.started":
        tools.add(String(event.data.tool))
        break
      case "request.decided":
        decisions.add(String(event.data.status))
        waits.add(Number(event.data.waited_ms ?? 0) / 1_000)
        decidedAt.set(agent, Date.parse(event.at))
        break
      case "turn.started":
        if (decidedAt.has(agent)) resumes.add((Date.parse(event.at) - decidedAt.get(agent)!) / 1_000)
        decidedAt.delete(agent)
        if (wokenAt.has(agent)) wakes.add((performance.now() - wokenAt.get(agent)!) / 1_000)
        wokenAt.delete(agent)
        break
      case "agent.terminated":
        decidedAt.delete(agent)
        wokenAt.delete(agent)
    }
  }

  return {
    observe: (events) => events.forEach(observe),
    noteWake: ({ team, name }) => {
      const agent = `${team}/${name}`
      if (!wokenAt.has(agent)) wokenAt.set(agent, performance.now())
    },
    countErrors: (model) => ({
      provider: model.provider,
      call: (request, options) =>
        model.call(request, options).catch((error: unknown) => {
          modelErrors.add(error instanceof ModelError ? String(error.status ?? error.kind) : "bug")
          throw error
        }),
    }),
    read: () => [turns, decisions, blocked, tools, modelErrors, waits, resumes, wakes].map((each) => each.read()),
  }
}

function createCounter(name: string, help: string, label: string) {
  const counts = new Map<string, number>()
  return {
    add: (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1),
    read: (): Meter => ({
      name,
      help,
      type: "counter",
      samples: [...counts].map(([key, value]) => ({ labels: { [label]: key }, value })),
    }),
  }
}

function createHistogram(name: string, help: string, bounds: number[]) {
  const counts = bounds.map(() => 0)
  let sum = 0
  let count = 0
  return {
    add: (value: number): void => {
      sum += value
      count++
      bounds.forEach((bound, index) => {
        if (value <= bound) counts[index]!++
      })
    },
    read: (): Meter => ({
      name,
      help,
      type: "histogram",
      samples: [
        ...bounds.map((bound, index) => ({
          labels: { le: String(bound) },
          value: counts[index]!,
          suffix: "_bucket" as const,
        })),
        { labels: { le: "+Inf" }, value: count, suffix: "_bucket" as const },
        { labels: {}, value: sum, suffix: "_sum" as const },
        { labels: {}, value: count, suffix: "_count" as const },
      ],
    }),
  }
}
