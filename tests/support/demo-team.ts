// A team in the middle of its day, made over HTTP alone: one plan sent back and revised, one approved and done, one waiting.
import type { Event } from "@/lib/core/event"
import type { Request } from "@/lib/core/request"
import type { ApiClient } from "./api-client"

/** Said to the lead; the rehearsal plays each of them. */
const RISKY = "Have dave plan a risky cleanup."
const SHUTDOWN = "Spawn alice as a backend dev. Ask her to create a file. Then request her shutdown."
const REFACTORING = "Spawn bob with a refactoring task. Have him submit a plan first. Then review and approve it."

export type DemoTeam = {
  team: string
  /** A second revision, whose first was rejected with comments; waits. */
  revised: Request
  /** A first revision; waits. */
  waiting: Request
  /** Approved, carried out; its teammate has left. */
  done: Request
}

export async function makeDemoTeam(api: ApiClient): Promise<DemoTeam> {
  const created = await api.post<{ team: { id: string } }>("/api/teams", {
    name: "Checkout service",
    instructions: "Keep changes small. Nobody touches payments without a rollback.",
  })
  const team = created.body.team.id
  const say = (content: string) => api.post(`/api/teams/${team}/messages`, { content })
  const pendingPlan = (sender: string, revision: number) =>
    api.until<{ requests: Request[] }, Request | undefined>(
      `${sender}'s plan, revision ${revision}, waits with the lead's recommendation`,
      `/api/requests?team=${team}&status=pending&agent=${sender}`,
      ({ requests }) =>
        requests.find((one) => one.sender === sender && one.revision === revision && one.recommendation !== null),
      60_000,
    )

  await say(RISKY)
  const risky = await pendingPlan("dave", 1)
  await api.post(`/api/requests/${risky.request_id}/decision`, {
    approve: false,
    feedback: "List what would go before anything goes. Deleting comes in a plan of its own.",
    comments: [{ line: 1, text: "Too much in one step: I cannot see from this what is lost." }],
    payload_sha256: risky.payload_sha256,
  })
  const revised = await pendingPlan("dave", 2)

  await say(SHUTDOWN)
  const done = await pendingPlan("alice", 1)
  await api.post(`/api/requests/${done.request_id}/decision`, {
    approve: true,
    feedback: "Go ahead. Keep the answer free of version numbers.",
    payload_sha256: done.payload_sha256,
  })
  await api.until<{ events: Event[] }, boolean>(
    "alice has left",
    `/api/teams/${team}/events?limit=1000`,
    ({ events }) => events.some((event) => event.type === "agent.terminated" && event.agent === "alice"),
    60_000,
  )

  await say(REFACTORING)
  const waiting = await pendingPlan("bob", 1)
  return { team, revised, waiting, done }
}
