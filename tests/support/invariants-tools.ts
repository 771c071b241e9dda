// Tools: none that changes the world before its approval or outside it, and none run twice.
import type { Agent } from "@/lib/core/agent"
import type { Event } from "@/lib/core/event"
import { matchesCommand, matchesGlob } from "@/lib/core/lease-match"
import type { Lease } from "@/lib/core/plan"
import { bearer, type Check, countBy, type Evidence, type Finding } from "./invariants-evidence"

const CHANGES = new Set(["bash", "write_file", "edit_file"])

export const checkTools: Check = (evidence) => {
  const changing = evidence.events.filter((event) => event.type === "tool.started" && changes(event))
  const finished = evidence.events.filter((event) => event.type === "tool.finished")
  return {
    findings: [...ungated(evidence), ...startedTwice(evidence), ...ranTwice(evidence)],
    counts: {
      "gates opened": evidence.events.filter((event) => event.type === "gate.opened").length,
      blocked: evidence.events.filter((event) => event.type === "gate.blocked").length,
      "changing calls": changing.length,
      "unknown outcomes": finished.filter((event) => event.data.outcome === "outcome unknown").length,
      "command lines": evidence.ledger.length,
    },
  }
}

const changes = (event: Event): boolean => CHANGES.has(String(event.data.tool))

/** Walks the timeline as it was written: what stands open for whom, and by which decision. */
function ungated({ events }: Evidence): Finding[] {
  const findings: Finding[] = []
  const found = (event: Event, detail: string) =>
    findings.push({ invariant: "no changing tool before its approval", detail: `event ${event.seq}: ${detail}` })
  const free = new Set<string>()
  const open = new Map<string, Lease>()
  const approved = new Set<string>()
  for (const event of events) {
    const who = bearer(event.agent, event.data.generation)
    if (event.type === "agent.spawned" && !(event.data.agent as Agent).plan_required) free.add(who)
    if (event.type === "request.decided" && event.data.status === "approved") approved.add(event.request_id ?? "")
    if (event.type === "gate.opened") {
      const lease = event.data.lease as Lease
      if (!approved.has(lease.request_id))
        found(event, `the gate of ${who} opened before ${lease.request_id} was approved`)
      open.set(who, lease)
    }
    if (event.type === "gate.closed" || event.type === "agent.terminated") open.delete(who)
    if (event.type !== "tool.started" || !changes(event) || free.has(who)) continue
    const lease = open.get(who)
    const what = `${event.data.tool} of ${who} (${event.data.summary})`
    if (!lease) found(event, `${what} started with the gate shut`)
    else if (event.request_id !== lease.request_id) found(event, `${what} is not filed under ${lease.request_id}`)
    else if (!within(lease, event)) found(event, `${what} is not in the plan that was approved`)
  }
  return findings
}

function within(lease: Lease, { data }: Event): boolean {
  if (lease.files.length === 0 && lease.commands.length === 0) return true
  const summary = String(data.summary)
  if (data.tool === "bash") return lease.commands.some((planned) => matchesCommand(planned, summary))
  return lease.files.some((pattern) => matchesGlob(pattern, summary))
}

function startedTwice({ events, calls, turns }: Evidence): Finding[] {
  const invariant = "no call started or finished twice"
  const findings: Finding[] = []
  for (const type of ["tool.started", "tool.finished"]) {
    const times = countBy(events, (event) =>
      event.type === type ? `${bearer(event.agent, event.data.generation)} ${event.data.tool_use_id}` : null,
    )
    for (const [call, n] of times) if (n > 1) findings.push({ invariant, detail: `${type} ${n} times: ${call}` })
  }
  const running = new Set(
    turns.filter((turn) => turn.state === "running").map((turn) => `${bearer(turn.agent, turn.generation)} ${turn.no}`),
  )
  for (const call of calls)
    if (call.state === "started" && !running.has(`${bearer(call.agent, call.generation)} ${call.turn}`))
      findings.push({ invariant, detail: `${call.toolUseId} of ${call.agent} was started and never settled` })
  return findings
}

const APPENDS = /echo (\S+) >> ledger\.txt$/

/** The workspace's own word: what each command left there, against what the rows say of its calls. */
function ranTwice({ entries, calls, ledger }: Evidence): Finding[] {
  const invariant = "no command run twice"
  const done = new Map(calls.map((call) => [`${bearer(call.agent, call.generation)} ${call.toolUseId}`, call]))
  const started = new Map<string, number>()
  const succeeded = new Set<string>()
  for (const entry of entries)
    for (const block of entry.content) {
      const line = APPENDS.exec(String((block.input as { command?: string } | undefined)?.command ?? ""))?.[1]
      const call = done.get(`${bearer(entry.agent, entry.generation)} ${block.id}`)
      // Without a process nothing of it ran: it was stopped at the gate, or never begun.
      if (block.type !== "tool_use" || !line || !call) continue
      started.set(line, (started.get(line) ?? 0) + 1)
      if (call.isError === false) succeeded.add(line)
    }
  const findings: Finding[] = []
  const lines = countBy(ledger, (line) => line)
  for (const [line, n] of lines) {
    if (n > 1) findings.push({ invariant, detail: `"${line}" was written ${n} times` })
    if (!started.has(line)) findings.push({ invariant, detail: `"${line}" was written by no call on record` })
  }
  for (const line of succeeded)
    if (!lines.has(line)) findings.push({ invariant, detail: `"${line}" was reported as done and is not there` })
  return findings
}
