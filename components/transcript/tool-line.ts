// One tool call as one line: what it was given, and what came of it.
import type { ToolCall } from "./turns"

const text = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined || value === null ? "" : String(value)

const firstLine = (value: string): string => value.trim().split("\n", 1)[0] ?? ""

const lines = (value: string): number => (value === "" ? 0 : value.replace(/\n$/, "").split("\n").length)

const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? "" : "s"}`

/** The argument a reader looks for, on one line. */
export function toolArgument(name: string, input: Record<string, unknown>): string {
  switch (name) {
    case "bash":
      return text(input.command)
        .trim()
        .replaceAll(/\s*\n\s*/g, " ⏎ ")
    case "read_file":
    case "write_file":
    case "edit_file":
      return text(input.path)
    case "list_files":
      return text(input.pattern)
    case "search_files":
      return [text(input.pattern), text(input.glob)].filter(Boolean).join("  in ")
    case "create_task":
      return text(input.subject)
    case "get_task":
    case "claim_task":
    case "complete_task":
      return text(input.task_id)
    case "spawn_teammate":
      return [text(input.name), text(input.role)].filter(Boolean).join(", ")
    case "send_message":
      return `to ${text(input.to)}: ${firstLine(text(input.content))}`
    case "broadcast":
      return firstLine(text(input.content))
    case "request_shutdown":
      return text(input.teammate)
    case "request_plan":
      return `${text(input.teammate)}: ${firstLine(text(input.task))}`
    case "check_request":
      return text(input.request_id)
    case "review_plan":
    case "respond_shutdown":
      return `approve: ${text(input.approve)}`
    case "submit_plan":
      return text(input.title) || firstLine(text(input.plan)).replace(/^#+\s*/, "")
    default:
      return firstValue(input)
  }
}

function firstValue(input: Record<string, unknown>): string {
  const value = Object.values(input).find((candidate) => candidate !== null && candidate !== undefined)
  return firstLine(typeof value === "object" ? JSON.stringify(value) : text(value))
}

/** What came of it, in a few words; empty when there is nothing to add to the tick. */
export function toolOutcome(call: Pick<ToolCall, "name" | "input" | "result">): string {
  const { name, input, result } = call
  if (!result) return ""
  if (name === "bash") return bashOutcome(result)
  if (result.isError) return "Failed"
  switch (name) {
    case "read_file":
      return count(lines(result.text), "line")
    case "write_file":
      return count(lines(text(input.content)), "line")
    case "edit_file":
      return `+${lines(text(input.new_text))} −${lines(text(input.old_text))}`
    default:
      return ""
  }
}

function bashOutcome(result: { text: string; isError: boolean }): string {
  if (!result.isError) return "exit 0"
  const exit = /\(exit code (\d+)\)\s*$/.exec(result.text)
  if (exit) return `exit ${exit[1]}`
  if (result.text.startsWith("Error: Timeout")) return "timed out"
  return result.text.startsWith("Error: Stopped") ? "stopped" : "Failed"
}
