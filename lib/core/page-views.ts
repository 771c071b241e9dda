// What the pages are given: read models that join a request, an agent or a team with what a person needs beside it.
import type { Agent, Usage } from "./agent"
import type { Event } from "./event"
import type { HoldUp } from "./hold-up"
import type { Message } from "./message"
import type { Request } from "./request"
import type { Team } from "./team"

/** One row of Home. */
export type TeamSummary = {
  team: Team
  /** Requests that wait for a person. */
  waiting: number
  working: number
  agents: number
  failed: number
  /** Who failed, by name. */
  failing: string[]
  /** The newest of the requests that wait: one may come while another goes, and the count stays. */
  newest: string | null
  usage: Usage
  /** Cost since midnight, local to the server. */
  spent_today_usd: number
  seq: number
}

/** One card of the queue. */
export type QueueItem = {
  request: Request
  title: string
  team: Pick<Team, "id" | "name" | "workspace" | "policy" | "machine">
  /** The agent the request is about. */
  agent: Pick<Agent, "name" | "generation" | "role" | "status" | "activity" | "model" | "kind">
  holds_up: HoldUp
  /** The task it works for, when it has claimed one. */
  task: { id: number; subject: string } | null
  /** It waits for a person; the others are under way and need nobody. */
  needs_person: boolean
}

export type RequestDetail = {
  item: QueueItem
  /** The whole chain, oldest first, this one included. */
  revisions: Request[]
  messages: Message[]
  events: Event[]
  /** Of the plan's files, those that do not exist in the workspace yet. */
  new_files: string[]
  sandbox: boolean
}

export type TranscriptEntry = {
  id: number
  turn: number
  role: "user" | "assistant"
  content: Record<string, unknown>[]
  at: string
}

/** The strip above the timeline: the whole history in a fixed number of buckets. */
export type TimelineOverview = {
  first_at: string | null
  last_at: string | null
  total: number
  buckets: { from: string; to: string; first_seq: number; count: number }[]
  waits: { request_id: string; from: string; to: string | null }[]
}

/** What is in flight when somebody asks an agent to leave. */
export type InFlight = {
  activity: Agent["activity"]
  pending_plan: { request_id: string; title: string } | null
  claimed_tasks: { id: number; subject: string }[]
  unread: number
}

/** Who is signed in, as pages know it. */
export type Viewer = { name: string; role: "viewer" | "reviewer" | "operator"; label: string }

export type ServerFacts = {
  version: string
  /** Which build serves the pages; empty where none was stamped, as while developing. */
  build: string
  store: "embedded" | "postgres"
  model: "anthropic" | "rehearsal"
  model_id: string
  sandbox: boolean
}

/** The answer of `/api/health` says with it which build serves. */
export const BUILD_HEADER = "Countersign-Build"
