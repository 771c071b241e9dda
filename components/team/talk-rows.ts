// The one-line rows below the lead's words: its tool calls, grouped, and what reached it from its teammates.
import type { Message } from "@/lib/core/message"
import { joinNames } from "../transcript/mail-blocks"
import type { ToolCall } from "../transcript/turns"

export type TalkRow = {
  key: string
  at: string
  icon: "team" | "task" | "check" | "message" | "power" | "look" | "plan" | "failed" | "blocked" | "tool"
  text: string
  /** The words behind the row, opened by pressing it. */
  detail?: string
  /** A plan row draws the mark of this request and links to it. */
  requestId?: string
}

type Timed = { call: ToolCall; at: string }

const text = (value: unknown): string => (typeof value === "string" ? value : "")

/** Calls of one kind that follow each other become one row: "Spawned otto, wren and iris". */
export function callRows(calls: readonly Timed[]): TalkRow[] {
  const rows: TalkRow[] = []
  let run: Timed[] = []
  const flush = () => {
    if (run.length > 0) rows.push(rowOf(run))
    run = []
  }
  for (const timed of calls) {
    const first = run[0]
    if (first && (first.call.name !== timed.call.name || failed(first.call) || failed(timed.call))) flush()
    run.push(timed)
  }
  flush()
  return rows
}

const failed = (call: ToolCall): boolean => call.result?.isError === true

function rowOf(run: readonly Timed[]): TalkRow {
  const { call, at } = run[0]!
  const base = { key: call.id, at }
  if (failed(call)) return { ...base, icon: "failed", text: `${failedVerb(call)} failed`, detail: call.result?.text }
  const calls = run.map((timed) => timed.call)
  const named = (key: string) => joinNames([...new Set(calls.map((each) => text(each.input[key])))])
  switch (call.name) {
    case "spawn_teammate":
      return { ...base, icon: "team", text: `Spawned ${named("name")}` }
    case "create_task":
      return { ...base, icon: "task", text: createdTasks(calls) }
    case "claim_task":
      return { ...base, icon: "task", text: `Claimed ${taskList(calls)}` }
    case "complete_task":
      return { ...base, icon: "task", text: `Completed ${taskList(calls)}` }
    case "send_message":
      return { ...base, icon: "message", text: `Wrote to ${named("to")}`, detail: joined(calls, "content") }
    case "broadcast":
      return { ...base, icon: "message", text: "Wrote to everybody", detail: joined(calls, "content") }
    case "request_shutdown":
      return { ...base, icon: "power", text: `Asked ${named("teammate")} to leave`, detail: joined(calls, "reason") }
    case "request_plan":
      return { ...base, icon: "plan", text: `Asked ${named("teammate")} for a plan`, detail: joined(calls, "task") }
    case "review_plan":
      return reviewRow(calls[0]!, base)
    case "list_teammates":
      return { ...base, icon: "look", text: "Looked at the roster" }
    case "list_tasks":
    case "get_task":
      return { ...base, icon: "look", text: "Looked at the tasks" }
    case "check_inbox":
      return { ...base, icon: "look", text: "Looked into its inbox" }
    case "check_request":
      return {
        ...base,
        icon: "look",
        text: calls.length === 1 ? "Looked up a request" : `Looked up ${calls.length} requests`,
      }
    case "read_file":
      return {
        ...base,
        icon: "look",
        text: calls.length === 1 ? `Read ${text(call.input.path)}` : `Read ${calls.length} files`,
      }
    case "list_files":
    case "search_files":
      return { ...base, icon: "look", text: "Searched the workspace" }
    default:
      return { ...base, icon: "tool", text: calls.length === 1 ? call.name : `${call.name}, ${calls.length} times` }
  }
}

const joined = (calls: readonly ToolCall[], key: string): string | undefined =>
  calls
    .map((call) => text(call.input[key]))
    .filter(Boolean)
    .join("\n\n") || undefined

function reviewRow(call: ToolCall, base: { key: string; at: string }): TalkRow {
  const verb = call.input.approve === true ? "approve" : "reject"
  const feedback = text(call.input.feedback) || undefined
  return {
    ...base,
    icon: "plan",
    text: `Recommends to ${verb} it`,
    detail: feedback,
    requestId: text(call.input.request_id),
  }
}

function failedVerb(call: ToolCall): string {
  switch (call.name) {
    case "spawn_teammate":
      return `Spawning ${text(call.input.name)}`
    case "send_message":
      return `Writing to ${text(call.input.to)}`
    case "request_shutdown":
      return `Asking ${text(call.input.teammate)} to leave`
    case "request_plan":
      return `Asking ${text(call.input.teammate)} for a plan`
    case "create_task":
      return "Creating a task"
    default:
      return call.name
  }
}

/** The board's number of a created task stands in the tool's answer. */
const createdId = (call: ToolCall): number | null => {
  const match = /\btask[ _]?(?:id)?"?:? *#?(\d+)|"id": ?(\d+)|#(\d+)/i.exec(call.result?.text ?? "")
  return match ? Number(match[1] ?? match[2] ?? match[3]) : null
}

function createdTasks(calls: readonly ToolCall[]): string {
  const ids = calls.map(createdId).filter((id) => id !== null)
  if (ids.length < calls.length || ids.length === 0)
    return calls.length === 1 ? `Created a task: ${text(calls[0]!.input.subject)}` : `Created ${calls.length} tasks`
  return `Created ${numbered(ids)}`
}

const taskList = (calls: readonly ToolCall[]): string => numbered(calls.map((call) => Number(call.input.task_id)))

/** "task 17", "tasks 17 to 21", "tasks 3, 5 and 9". */
export function numbered(ids: readonly number[]): string {
  if (ids.length === 1) return `task ${ids[0]}`
  const first = ids[0]!
  const consecutive = ids.every((id, index) => id === first + index)
  return consecutive && ids.length > 2 ? `tasks ${first} to ${ids.at(-1)}` : `tasks ${joinNames(ids.map(String))}`
}

/** What reached the lead from a teammate, where a person wants to see it; null for the rest. */
export function messageRow(message: Message): TalkRow | null {
  const base = { key: message.id, at: message.sent_at }
  const detail = message.content.trim() || undefined
  switch (message.type) {
    case "result":
      return { ...base, icon: "check", text: `Result from ${message.from}`, detail }
    case "message":
    case "broadcast":
      return { ...base, icon: "message", text: `${message.from} writes`, detail }
    case "plan_approval_request":
      return { ...base, icon: "plan", text: message.from, requestId: message.metadata.request_id }
    case "shutdown_response":
      if (message.metadata.approve !== false) return null
      return {
        ...base,
        icon: "power",
        text: `${message.from} refused to leave`,
        detail: message.metadata.feedback || detail,
      }
    case "teammate_terminated":
      return { ...base, icon: "power", text: `${message.content.split(" ", 1)[0]} left` }
    default:
      return null
  }
}
