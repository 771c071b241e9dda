// What became of a tool call, as a person should understand it: done, failed, stopped by the gate, not run, unknown.
import type { ToolCall } from "./turns"

export type CallFate =
  | { kind: "running" }
  /** No result, and its turn is over: it ended with its agent, or its result is still on its way to this page. */
  | { kind: "ended" }
  | { kind: "done" }
  | { kind: "failed" }
  /** The gate said no; nothing happened. */
  | { kind: "blocked"; sentence: string }
  /** Never started: a plan was submitted or a shutdown asked before its turn came. */
  | { kind: "not-run"; sentence: string }
  /** The server stopped while it ran. */
  | { kind: "unknown"; sentence: string }

const CHANGING = new Set(["bash", "write_file", "edit_file"])

export function callFate(call: Pick<ToolCall, "name" | "input" | "result">, agent: string, turnRuns = true): CallFate {
  const { result } = call
  if (!result) return { kind: turnRuns ? "running" : "ended" }
  if (!result.isError) return { kind: "done" }
  const blocked = CHANGING.has(call.name) ? blockedSentence(call, result.text, agent) : null
  if (blocked) return { kind: "blocked", sentence: blocked }
  if (/^(Error: )?outcome unknown/.test(result.text)) return { kind: "unknown", sentence: unknownSentence(call) }
  const notRun = notRunSentence(result.text)
  return notRun ? { kind: "not-run", sentence: notRun } : { kind: "failed" }
}

/** The gate's answers are addressed to the model; these say the same to a person. A test holds the two together. */
function blockedSentence(call: Pick<ToolCall, "name" | "input">, answer: string, agent: string): string | null {
  // Only an answer that begins so is the gate's: a command may print anything.
  const said = answer.replace(/^Error: /, "")
  const nothing = call.name === "bash" ? "Nothing was run" : "Nothing was written"
  if (said.startsWith("The lead coordinates and changes nothing itself"))
    return `The lead coordinates and changes nothing itself in this team. ${nothing}.`
  if (said.startsWith("No plan of yours was approved") || said.startsWith("The gate is in an unknown state"))
    return `No plan of ${agent}’s was approved. ${nothing}; ${agent} was told to submit one.`
  if (said.startsWith("Your plan is waiting for a person")) return `${agent}’s plan waits for a decision. ${nothing}.`
  if (said.startsWith("Your last plan was rejected"))
    return `${agent}’s last plan was rejected. ${nothing}; ${agent} was told to revise it.`
  if (/^.{1,2000} is not in the plan that was approved\. (Nothing was written|It was not run)\./.test(said)) {
    const what = call.name === "bash" ? "This command" : String(call.input.path ?? "This file")
    return `${what} is not in the plan that was approved. ${nothing}; ${agent} can ask for it in a new plan.`
  }
  return null
}

function notRunSentence(answer: string): string | null {
  if (answer.startsWith("Error: cut off")) return "Not run: the answer was cut off at its length limit."
  if (!answer.startsWith("not run: ")) return null
  if (answer.includes("approval")) return "Not run: the plan was submitted first."
  if (answer.includes("shutdown")) return "Not run: it was asked to leave."
  return answer.includes("left") ? "Not run: it has left." : "Not run."
}

function unknownSentence(call: Pick<ToolCall, "name" | "input">): string {
  const what = call.name === "bash" ? String(call.input.command ?? "the command") : call.name
  return `The server stopped during ${what}. Whether it finished is unknown; it was not run again.`
}
