// Made-up histories of a team that keep to the protocol, from a seed: for tests of the timeline and for looking at it.
import type { TimelineEvent } from "@/lib/core/timeline-event"

type Name = "otto" | "wren" | "iris" | "bram" | "juno" | "nils" | "tess" | "kit"
const NAMES: readonly Name[] = ["otto", "wren", "iris", "bram", "juno", "nils", "tess", "kit"]
const TITLES = [
  "Add idempotency keys to transfers",
  "Smaller test images",
  "Split sessions out of the auth module",
  "Contract tests for v2",
  "Remove the v1 webhook endpoint",
]
const COMMANDS = ["npm test -- contracts", "npm test", "docker build -t ledger:test-slim .", "npm run lint"]
const FILES = ["docker/test.Dockerfile", "src/session/store.ts", "src/transfers/create.ts", "test/retry.test.ts"]

type Member = {
  status: string
  gate: string | null
  pending: string | null
  leaving: string | null
  revision: number
  turn: number
}

/** Yields events one by one, `seq` from 1 without gaps, times never going back. */
export function* story(seed: number, startAt = Date.parse("2025-11-17T09:00:00Z")): Generator<TimelineEvent> {
  let state = (seed % 2147483646) + 1
  const random = () => {
    state = (state * 16807) % 2147483647
    return state / 2147483647
  }
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  let seq = 0
  let now = startAt
  let ids = 0
  const team = new Map<string, Member>()
  const pending = new Map<string, string>()
  const at = () => new Date(now).toISOString()
  const event = (
    type: string,
    agent: string | null,
    request: string | null,
    data: Record<string, unknown>,
  ): TimelineEvent => ({
    seq: ++seq,
    at: at(),
    type,
    agent,
    request_id: request,
    data,
  })
  const status = (name: string, next: string): TimelineEvent => {
    const member = team.get(name)!
    const previous = member.status
    member.status = next
    return event("agent.status_changed", name, null, { status: next, previous })
  }
  const message = (
    from: string,
    to: string,
    type: string,
    preview: string,
    request: string | null = null,
  ): TimelineEvent =>
    event("message.sent", to, request, {
      from,
      to,
      message_type: type,
      preview,
      ...(from === "human" ? { by: "human:dana" } : {}),
    })

  yield event("team.created", null, null, { by: "human:dana", team: { name: "ledger-api" } })
  team.set("lead", { status: "idle", gate: null, pending: null, leaving: null, revision: 0, turn: 0 })
  yield event("agent.spawned", "lead", null, {
    by: "human:dana",
    agent: { name: "lead", kind: "lead", role: "lead", status: "idle" },
  })
  while (true) {
    now += random() < 0.2 ? Math.floor(random() * 600_000) : Math.floor(random() * 40_000)
    const absent = NAMES.filter((name) => !team.has(name))
    const present = [...team.keys()].filter((name) => name !== "lead")
    const choice = random()
    if (present.length < 3 || (absent.length > 0 && choice < 0.02)) {
      const name = one(absent)
      team.set(name, { status: "idle", gate: null, pending: null, leaving: null, revision: 0, turn: 0 })
      yield event("agent.spawned", name, null, {
        by: "lead",
        agent: { name, kind: "teammate", role: "builds things", status: "idle" },
      })
      yield message("lead", name, "message", "Look at the transfers and plan first.")
      continue
    }
    const name = one(present)
    const member = team.get(name)!
    if (choice < 0.06) {
      yield message("human", "lead", "message", "Who can take the changelog note once the 409 is in?")
      continue
    }
    if (choice < 0.09) {
      yield message(one(present), name, "message", "Which tag do the new images get? My job still pulls :test.")
      continue
    }
    if (choice < 0.1) {
      yield event("response.ignored", name, null, {
        cause: "unknown_id",
        by: `agent:${name}`,
        response_type: "shutdown_response",
        approve: true,
      })
      continue
    }
    if (member.pending) {
      const request = member.pending
      if (random() < 0.3) {
        yield event("request.recommended", name, request, {
          recommendation: { by: "lead", approve: true, feedback: "" },
        })
        continue
      }
      const approved = random() < 0.7
      yield event("request.decided", name, request, {
        request_type: "plan_approval",
        status: approved ? "approved" : "rejected",
        resolution: { by: "human:dana", reason: "decided", feedback: approved ? "Keep the old tag until Friday." : "" },
        sender: name,
        target: "lead",
        title: pending.get(request),
        ...(approved ? {} : { comments: 3 }),
      })
      yield message("lead", name, "plan_approval_response", "", request)
      yield event("response.forwarded", name, request, { from: "lead", to: name, approve: approved })
      if (approved) yield event("gate.opened", name, request, {})
      yield status(name, "working")
      member.pending = null
      member.gate = approved ? request : null
      member.revision = approved ? 0 : member.revision
      pending.delete(request)
      continue
    }
    if (member.leaving) {
      const request = member.leaving
      member.leaving = null
      yield event("request.decided", name, request, {
        request_type: "shutdown",
        status: "approved",
        resolution: { by: `agent:${name}`, reason: "decided", feedback: "" },
        sender: "human",
        target: name,
        title: "Shut down",
      })
      if (member.gate)
        yield event("gate.closed", name, member.gate, { reason: "shutdown", lease_request_id: member.gate })
      yield event("agent.terminated", name, request, { by: `agent:${name}`, reason: "decided", released_tasks: [20] })
      team.delete(name)
      continue
    }
    if (choice < 0.13) {
      const request = `req_${String(++ids).padStart(6, "0")}`
      member.leaving = request
      yield event("request.opened", name, request, {
        title: "Shut down",
        request: { type: "shutdown", sender: "human", opened_by: "human:dana", target: name, revision: 1 },
      })
      yield message("human", name, "shutdown_request", "Shut down", request)
      yield status(name, "stopping")
      continue
    }
    if (member.status === "idle" && random() < 0.8) {
      yield status(name, "working")
      yield event("turn.started", name, null, { turn: ++member.turn, resumed: false })
      continue
    }
    if (!member.gate) {
      if (random() < 0.2) {
        yield event("gate.blocked", name, null, {
          tool: "write_file",
          tool_use_id: `t${seq}`,
          cause: "plan_required",
          summary: one(FILES),
        })
        continue
      }
      const request = `req_${String(++ids).padStart(6, "0")}`
      const title = one(TITLES)
      member.revision++
      member.pending = request
      pending.set(request, title)
      yield event("request.opened", name, request, {
        title,
        request: {
          type: "plan_approval",
          sender: name,
          target: "lead",
          revision: member.revision,
          effective_risk: "low",
          payload_sha256: "41ab77d6e802f9c1",
        },
      })
      yield message(name, "lead", "plan_approval_request", title, request)
      yield status(name, "waiting")
      continue
    }
    const call = { tool: one(["bash", "edit_file", "read_file", "write_file"]), tool_use_id: `t${seq}` }
    yield event("tool.started", name, member.gate, {
      ...call,
      summary: call.tool === "bash" ? one(COMMANDS) : one(FILES),
    })
    const ms = call.tool === "bash" ? Math.floor(random() * 60_000) : 3
    now += ms
    yield event("tool.finished", name, member.gate, {
      ...call,
      is_error: false,
      outcome: call.tool === "bash" ? "exit 0" : "",
      ms,
    })
    if (random() < 0.15) {
      yield event("turn.finished", name, null, { turn: member.turn })
      yield event("gate.closed", name, member.gate, { reason: "finished", lease_request_id: member.gate })
      member.gate = null
      yield message(name, "lead", "result", "The image went from 1.4 GB to 310 MB.")
      yield status(name, "idle")
    }
  }
}

export function tell(seed: number, count: number, startAt?: number): TimelineEvent[] {
  const events: TimelineEvent[] = []
  for (const event of story(seed, startAt)) {
    events.push(event)
    if (events.length === count) break
  }
  return events
}
