// What is in flight when an agent is asked to leave, and what becomes of each thing.
import type { Agent } from "@/lib/core/agent"
import type { InFlight } from "@/lib/core/page-views"

export type FlightLine = {
  key: string
  icon: "terminal" | "gate" | "plan" | "task" | "inbox" | "thinking"
  text: string
  /** Set in code type behind the words. */
  code?: string
  /** Running since; the line shows how long. */
  since?: string
  fate: string
}

/** A command may run this long; then it ends by itself. */
const LONGEST = "runs to its end, at most 2:00"

export function flightLines(
  flight: InFlight,
  gate: { open: boolean; title: string | null },
  status: Agent["status"],
): FlightLine[] {
  const lines: FlightLine[] = []
  const { activity } = flight
  if (activity?.kind === "tool") {
    lines.push({
      key: "activity",
      icon: "terminal",
      text: activity.tool === "bash" ? "Running " : `${activity.tool ?? "Tool"} `,
      code: activity.summary ?? "",
      since: activity.since,
      fate: activity.tool === "bash" ? LONGEST : "runs to its end",
    })
  } else if (activity && status === "working") {
    lines.push({
      key: "activity",
      icon: "thinking",
      text: "Writing its answer",
      since: activity.since,
      fate: "is finished, its tools are not run",
    })
  }
  if (flight.pending_plan)
    lines.push({
      key: "plan",
      icon: "plan",
      text: `Plan “${flight.pending_plan.title}” waits for a person`,
      fate: "is withdrawn",
    })
  if (gate.open)
    lines.push({
      key: "gate",
      icon: "gate",
      text: gate.title ? `Gate open by “${gate.title}”` : "Gate open",
      fate: "shuts",
    })
  for (const task of flight.claimed_tasks)
    lines.push({
      key: `task-${task.id}`,
      icon: "task",
      text: `Task ${task.id}, ${task.subject}`,
      fate: "goes back to the board",
    })
  if (flight.unread > 0) {
    const messages = flight.unread === 1 ? "1 message" : `${flight.unread} messages`
    lines.push({
      key: "unread",
      icon: "inbox",
      text: `${messages} not delivered`,
      fate: flight.unread === 1 ? "stays in the inbox" : "stay in the inbox",
    })
  }
  return lines
}

/** How it will go, in one sentence: who idles or waits leaves at once, who works is asked. */
export function askSentence(name: string, status: Agent["status"]): string {
  if (status === "idle") return `${name} has nothing to do, so it leaves at once.`
  if (status === "waiting") return `${name} waits for a decision, so it leaves at once and its plan is withdrawn.`
  if (status === "failed") return `${name} gave up after its last retry, so it leaves at once.`
  return `${name} is asked, ends what it is in, and answers. It may refuse with a reason.`
}

/** What forcing does, said before it is done. */
export function forceSentence(flight: InFlight): { code?: string; text: string; since?: string }[] {
  const parts: { code?: string; text: string; since?: string }[] = []
  const { activity } = flight
  if (activity?.kind === "tool" && activity.tool === "bash")
    parts.push({ code: activity.summary ?? "its command", text: " is killed after ", since: activity.since })
  else if (activity) parts.push({ text: "The answer it is writing is cut off." })
  if (flight.pending_plan) parts.push({ text: `Its plan “${flight.pending_plan.title}” is withdrawn.` })
  const tasks = flight.claimed_tasks.map((task) => task.id)
  if (tasks.length === 1) parts.push({ text: `Task ${tasks[0]} goes back to the board.` })
  if (tasks.length > 1) parts.push({ text: `Tasks ${tasks.join(", ")} go back to the board.` })
  if (activity) parts.push({ text: "A file it was writing keeps its old content." })
  if (parts.length === 0) parts.push({ text: "Nothing is in flight; it leaves without being asked." })
  return parts
}
