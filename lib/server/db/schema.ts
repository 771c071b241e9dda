// The tables of teams and their work, for Drizzle. Every primary key begins with the team's id, so that teams can be spread over databases.
import "server-only"
import { bigint, boolean, doublePrecision, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core"
import type { Activity, AgentStatus } from "@/lib/core/agent"
import type { Gate } from "@/lib/core/gate-rule"
import type { MessageMetadata } from "@/lib/core/message"
import type { Lease } from "@/lib/core/plan"
import type { Policy, Risk } from "@/lib/core/policy"
import type { Recommendation, Request, RequestStatus, Resolution } from "@/lib/core/request"
import type { Paused } from "@/lib/core/team"
import { moment } from "./moment"

export const teams = pgTable("teams", {
  id: text().primaryKey(),
  name: text().notNull(),
  workspace: text().notNull(),
  instructions: text().notNull(),
  policy: jsonb().$type<Policy>().notNull(),
  paused: jsonb().$type<Paused>(),
  machine: text(),
  /** The newest event's number and hash: taken last in a transaction, so commit order is seq order. */
  seq: bigint({ mode: "number" }).notNull().default(0),
  lastHash: text("last_hash").notNull(),
  nextTask: integer("next_task").notNull().default(1),
  unattendedTurns: integer("unattended_turns").notNull().default(0),
  costUsd: doublePrecision("cost_usd").notNull().default(0),
  inputTokens: bigint("input_tokens", { mode: "number" }).notNull().default(0),
  outputTokens: bigint("output_tokens", { mode: "number" }).notNull().default(0),
  cacheReadTokens: bigint("cache_read_tokens", { mode: "number" }).notNull().default(0),
  cacheWriteTokens: bigint("cache_write_tokens", { mode: "number" }).notNull().default(0),
  createdAt: moment("created_at").notNull(),
})

/** What ends an agent from outside: decided already, carried out by whoever runs it. */
export type StopOrder = { mode: "force" | "expire"; by: string; request_id: string; hard: boolean }

export const agents = pgTable(
  "agents",
  {
    team: text().notNull(),
    name: text().notNull(),
    generation: integer().notNull(),
    kind: text().$type<"lead" | "teammate" | "external">().notNull(),
    role: text().notNull(),
    prompt: text().notNull(),
    planRequired: boolean("plan_required").notNull(),
    status: text().$type<AgentStatus>().notNull(),
    statusSince: moment("status_since").notNull(),
    gate: text().$type<Gate>().notNull(),
    lease: jsonb().$type<Lease>(),
    model: text().notNull(),
    activity: jsonb().$type<Activity>(),
    lastWords: text("last_words").notNull().default(""),
    error: text(),
    /** The fence: bumped by whoever begins to run it; every write of a turn requires its own value. */
    epoch: integer().notNull().default(0),
    wake: boolean().notNull().default(false),
    stop: jsonb().$type<StopOrder>(),
    owesReply: boolean("owes_reply").notNull().default(false),
    retryAt: moment("retry_at"),
    turn: integer().notNull().default(0),
    entries: integer().notNull().default(0),
    /** Where the conversation handed to the model begins; compaction moves it. */
    startEntry: integer("start_entry").notNull().default(1),
    /** What its newest exchange took of the model's window. */
    windowTokens: integer("window_tokens").notNull().default(0),
    mail: integer().notNull().default(0),
    unread: integer().notNull().default(0),
    inputTokens: bigint("input_tokens", { mode: "number" }).notNull().default(0),
    outputTokens: bigint("output_tokens", { mode: "number" }).notNull().default(0),
    cacheReadTokens: bigint("cache_read_tokens", { mode: "number" }).notNull().default(0),
    cacheWriteTokens: bigint("cache_write_tokens", { mode: "number" }).notNull().default(0),
    costUsd: doublePrecision("cost_usd").notNull().default(0),
    createdAt: moment("created_at").notNull(),
    endedAt: moment("ended_at"),
  },
  (table) => [primaryKey({ columns: [table.team, table.name, table.generation] })],
)

export const messages = pgTable(
  "messages",
  {
    team: text().notNull(),
    to: text("to_agent").notNull(),
    toGeneration: integer("to_generation").notNull(),
    /** Counted on the receiver's row under its lock: commit order within one inbox. */
    no: integer().notNull(),
    id: text().notNull(),
    from: text("from_agent").notNull(),
    type: text().notNull(),
    content: text().notNull(),
    metadata: jsonb().$type<MessageMetadata>().notNull(),
    sentAt: moment("sent_at").notNull(),
    deliveredAt: moment("delivered_at"),
    turn: integer(),
  },
  (table) => [primaryKey({ columns: [table.team, table.to, table.toGeneration, table.no] })],
)

export const entries = pgTable(
  "entries",
  {
    team: text().notNull(),
    agent: text().notNull(),
    generation: integer().notNull(),
    id: integer().notNull(),
    turn: integer().notNull(),
    role: text().$type<"user" | "assistant">().notNull(),
    content: jsonb().$type<Record<string, unknown>[]>().notNull(),
    at: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.team, table.agent, table.generation, table.id] })],
)

export type StoredAnswer = {
  content: Record<string, unknown>[]
  stop_reason: string
  model: string
  /** Of all calls of the turn together. */
  usage: { input_tokens: number; output_tokens: number; cache_read_tokens: number; cache_write_tokens: number }
  /** Tokens of the newest exchange alone: what the conversation takes of the model's window. */
  window?: number
  unparsable: string[]
}

export const turns = pgTable(
  "turns",
  {
    team: text().notNull(),
    agent: text().notNull(),
    generation: integer().notNull(),
    no: integer().notNull(),
    state: text().$type<"running" | "finished" | "failed">().notNull(),
    answer: jsonb().$type<StoredAnswer>(),
    attempts: integer().notNull().default(0),
    /** Raised when an answer held nothing but thinking and hit the limit. */
    maxTokens: integer("max_tokens"),
    error: text(),
    startedAt: moment("started_at").notNull(),
    endedAt: moment("ended_at"),
  },
  (table) => [primaryKey({ columns: [table.team, table.agent, table.generation, table.no] })],
)

export const toolCalls = pgTable(
  "tool_calls",
  {
    team: text().notNull(),
    agent: text().notNull(),
    generation: integer().notNull(),
    toolUseId: text("tool_use_id").notNull(),
    turn: integer().notNull(),
    tool: text().notNull(),
    state: text().$type<"started" | "done">().notNull(),
    requestId: text("request_id"),
    result: text(),
    isError: boolean("is_error"),
    /** The running command, so that a restart can end what an earlier process left behind. */
    process: jsonb().$type<{ pid: number; started: string; host: string }>(),
    startedAt: moment("started_at").notNull(),
    doneAt: moment("done_at"),
  },
  (table) => [primaryKey({ columns: [table.team, table.agent, table.generation, table.toolUseId] })],
)

export const requests = pgTable(
  "requests",
  {
    team: text().notNull(),
    id: text().notNull(),
    type: text().notNull(),
    sender: text().notNull(),
    target: text().notNull(),
    openedBy: text("opened_by").notNull(),
    generation: integer().notNull(),
    status: text().$type<RequestStatus>().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    payloadSha256: text("payload_sha256").notNull(),
    effectiveRisk: text("effective_risk").$type<Risk>().notNull(),
    revision: integer().notNull(),
    previous: text(),
    recommendation: jsonb().$type<Recommendation>(),
    approvals: jsonb().$type<Request["approvals"]>().notNull(),
    resolution: jsonb().$type<Resolution>(),
    createdAt: moment("created_at").notNull(),
    decidedAt: moment("decided_at"),
  },
  (table) => [primaryKey({ columns: [table.team, table.id] })],
)

export const tasks = pgTable(
  "tasks",
  {
    team: text().notNull(),
    id: integer().notNull(),
    subject: text().notNull(),
    description: text().notNull(),
    status: text().$type<"open" | "claimed" | "completed">().notNull(),
    owner: text(),
    blockedBy: jsonb("blocked_by").$type<number[]>().notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: moment("created_at").notNull(),
    completedAt: moment("completed_at"),
  },
  (table) => [primaryKey({ columns: [table.team, table.id] })],
)

export const events = pgTable(
  "events",
  {
    team: text().notNull(),
    seq: bigint({ mode: "number" }).notNull(),
    at: moment().notNull(),
    type: text().notNull(),
    agent: text(),
    requestId: text("request_id"),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    prev: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.team, table.seq] })],
)

/** Deadlines and delayed wakes are rows with a due time, so they survive a restart. */
export const timers = pgTable(
  "timers",
  {
    team: text().notNull(),
    id: text().notNull(),
    kind: text().$type<"wake" | "grace" | "backstop" | "deadline">().notNull(),
    agent: text().notNull(),
    generation: integer().notNull(),
    requestId: text("request_id"),
    dueAt: moment("due_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.team, table.id] })],
)

/** The processes that run agents here, each seen as alive every few seconds by the database's own clock. */
export const processes = pgTable("processes", {
  id: text().primaryKey(),
  machine: text(),
  seenAt: moment("seen_at").notNull(),
})
