// Requests and promises: decided at most once, with everything that follows from it, and nothing lost that was acknowledged.
import { isDeepStrictEqual } from "node:util"
import { PROTOCOLS } from "@/lib/core/protocols"
import type { Check, Evidence, Finding } from "./invariants-evidence"

export const checkRequests: Check = (evidence) => ({
  findings: [...decidedTwice(evidence), ...halfDone(evidence), ...lost(evidence)],
  counts: {
    requests: evidence.requests.length,
    decisions: evidence.events.filter((event) => event.type === "request.decided").length,
    ignored: evidence.events.filter((event) => event.type === "response.ignored").length,
    promises: evidence.promised.messages.size + evidence.promised.requests.size,
  },
})

function decidedTwice({ requests, events }: Evidence): Finding[] {
  const findings: Finding[] = []
  const found = (detail: string) => findings.push({ invariant: "each request decided at most once", detail })
  for (const request of requests) {
    const mine = events.filter((event) => event.request_id === request.id)
    const opened = mine.filter((event) => event.type === "request.opened")
    const decided = mine.filter((event) => event.type === "request.decided")
    if (opened.length !== 1) found(`${request.id} was opened ${opened.length} times on the timeline`)
    const expected = request.status === "pending" ? 0 : 1
    if (decided.length !== expected)
      found(`${request.id} is ${request.status} and was decided ${decided.length} times on the timeline`)
    const { status, resolution } = decided[0]?.data ?? { status: "pending", resolution: null }
    if (status !== request.status || !isDeepStrictEqual(resolution, request.resolution))
      found(`${request.id} is ${request.status}, but the timeline says ${status}`)
  }
  const known = new Set(requests.map((request) => request.id))
  for (const event of events)
    if (event.type === "request.decided" && !known.has(event.request_id ?? ""))
      found(`${event.request_id} was decided and is not in the table`)
  return findings
}

/** A decision and what follows from it are one step: the answer in the inbox, the gate, the agent that goes on. */
function halfDone({ requests, events, messages }: Evidence): Finding[] {
  const findings: Finding[] = []
  for (const request of requests) {
    const protocol = PROTOCOLS[request.type]
    const answered = request.resolution?.reason === "decided" || request.resolution?.reason === "expired"
    if (protocol?.answeredBy !== "human" || !answered) continue
    const count = (type: string) =>
      events.filter((event) => event.type === type && event.request_id === request.id).length
    const told = messages.filter(
      (message) =>
        message.to === request.sender &&
        message.toGeneration === request.generation &&
        message.type === protocol.responseMessage &&
        message.metadata.request_id === request.id,
    )
    const wanted = { answers: 1, forwarded: 1, opened: request.status === "approved" ? 1 : 0 }
    const actual = { answers: told.length, forwarded: count("response.forwarded"), opened: count("gate.opened") }
    if (!isDeepStrictEqual(actual, wanted))
      findings.push({
        invariant: "a decision is carried out whole",
        detail: `${request.id} is ${request.status}: ${JSON.stringify(actual)} instead of ${JSON.stringify(wanted)}`,
      })
  }
  return findings
}

function lost({ promised, messages, requests }: Evidence): Finding[] {
  const kept = new Set(messages.map((message) => message.id))
  const stands = new Map(requests.map((request) => [request.id, request.status]))
  const invariant = "nothing acknowledged lost"
  return [
    ...[...promised.messages]
      .filter((id) => !kept.has(id))
      .map((id) => ({ invariant, detail: `message ${id} is gone` })),
    // A decision that was made but not yet told is no loss; one that was told must stand.
    ...[...promised.requests]
      .filter(([id, told]) => (told === "pending" ? !stands.has(id) : stands.get(id) !== told))
      .map(([id, told]) => ({ invariant, detail: `${id} was told to be ${told} and is ${stands.get(id) ?? "gone"}` })),
  ]
}
