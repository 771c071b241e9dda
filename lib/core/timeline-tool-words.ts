// Sentences for tool calls: a command is started and ends, a file is written, and what the gate stopped did not happen.
import { dataOf } from "./timeline-data"
import type { TimelineEvent } from "./timeline-event"
import { agent, code, type Part, say, span, type Words } from "./timeline-words"

/** Commands are set as code; a path reads well as it is. */
const VERBS: Record<string, { now: string; done: string; not: string }> = {
  bash: { now: "started", done: "ran", not: "could not run" },
  write_file: { now: "writes", done: "wrote", not: "could not write" },
  edit_file: { now: "edits", done: "edited", not: "could not edit" },
  read_file: { now: "reads", done: "read", not: "could not read" },
  list_files: { now: "lists", done: "listed", not: "could not list" },
  search_files: { now: "searches for", done: "searched for", not: "could not search for" },
}

/** A command shorter than this is told in one breath: it ran. */
export const AT_ONCE_MS = 2_000

export function toolStartedWords(event: TimelineEvent): Words {
  const { tool = "", summary = "" } = dataOf(event, "tool.started")
  const verb = VERBS[tool]
  const name = agent(event.agent ?? "An agent")
  return verb ? say`${name} ${verb.now} ${object(tool, summary)}` : say`${name} calls ${code(tool)}${after(summary)}`
}

export function toolFinishedWords(event: TimelineEvent, known: string | undefined): Words {
  const { tool = "", is_error = false, outcome = "", ms = 0, summary = known ?? "" } = dataOf(event, "tool.finished")
  const name = agent(event.agent ?? "An agent")
  const verb = VERBS[tool]
  const told = outcome === "" || outcome === "ok" || outcome === "done" ? "" : `, ${outcome}`
  if (!verb) return say`${name} called ${code(tool)}${after(summary)}${told}`
  if (tool === "bash" && ms >= AT_ONCE_MS) return say`${name}’s ${object(tool, summary)} ended${told}, ${span(ms)}`
  return say`${name} ${is_error && tool !== "bash" ? verb.not : verb.done} ${object(tool, summary)}${told}`
}

export function blockedWords(event: TimelineEvent): Words {
  const { tool = "", summary = "", cause } = dataOf(event, "gate.blocked")
  const where = cause === "outside_plan" ? ", outside its plan" : ""
  return say`Blocked: ${agent(event.agent ?? "")}’s ${code(tool)}${after(summary)}${where}`
}

const object = (tool: string, summary: string): Part =>
  summary === ""
    ? { kind: "text", text: tool === "bash" ? "a command" : "a file" }
    : tool === "bash"
      ? code(summary)
      : { kind: "text", text: summary }

const after = (summary: string): string => (summary === "" ? "" : ` ${summary}`)
