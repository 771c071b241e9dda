// What this process did to its teams, for the log: who and which, by level, and nothing that anybody wrote.
import "server-only"
import type { Event } from "@/lib/core/event"
import { log } from "./log"

type Level = "debug" | "info" | "warn"

const LEVEL: Record<string, Level> = {
  "team.created": "info",
  "team.paused": "info",
  "team.resumed": "info",
  "policy.changed": "info",
  "agent.spawned": "info",
  "agent.terminated": "info",
  "request.opened": "info",
  "request.decided": "info",
  "gate.opened": "info",
  "gate.closed": "info",
  "gate.blocked": "info",
  "turn.failed": "warn",
}
/** Of an event's data only these: numbers, names and closed sets of words. */
const SHOWN = [
  "generation",
  "turn",
  "attempt",
  "retry_at",
  "resumed",
  "status",
  "reason",
  "cause",
  "tool",
  "ms",
] as const

export function logEvents(events: readonly Event[]): void {
  for (const { type, team, seq, agent, request_id, data } of events) {
    // Somebody else began it, or an earlier life of this process: that is worth knowing.
    const level = type === "turn.started" && data.resumed ? "info" : (LEVEL[type] ?? "debug")
    if (!log.isLevelEnabled(level)) continue
    const shown = SHOWN.flatMap((name) => (data[name] === undefined ? [] : [[name, data[name]]]))
    const about = { team, seq, ...(agent ? { agent } : {}), ...(request_id ? { request_id } : {}) }
    log[level]({ ...about, ...Object.fromEntries(shown) }, type)
  }
}
