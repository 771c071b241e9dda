// What an agent's page and the talk with the lead are given: the newest part of a conversation and an inbox, with the facts beside it.
import type { Message } from "./message"
import type { TranscriptEntry } from "./page-views"
import type { Request } from "./request"

/** How one turn went; its words are in the entries. */
export type TurnFact = {
  no: number
  state: "running" | "finished" | "failed"
  started_at: string
  /** The sentence of its last failed try, and how many there were. */
  error: string | null
  attempts: number
}

/** How one tool call went. `result` is there while its turn runs: afterwards the entries have it. */
export type CallFact = {
  tool_use_id: string
  state: "started" | "done"
  started_at: string
  done_at: string | null
  result: { text: string; is_error: boolean } | null
}

export type AgentRecord = {
  generation: number
  /** The generations this name has had, so that earlier bearers can be looked at. */
  generations: number
  entries: TranscriptEntry[]
  /** There are older entries than these. */
  earlier: boolean
  turns: TurnFact[]
  calls: CallFact[]
  /** When a failed turn is tried again. */
  retry_at: string | null
  messages: Message[]
  mail_earlier: boolean
  mail_total: number
  /** Requests it sent or was sent, newest last; live pages know the newest state of each. */
  requests: Request[]
}

/** Which part: the newest by default, what is older than one entry or message, or what came after. */
export type RecordPart = {
  before?: number
  after?: number
  limit: number
  mail_before?: string
  mail_after?: string
  mail_limit: number
}
