// A run worth disturbing: a lead and three teammates whose scripts are pure functions of the conversation, so that a call
// repeated after a crash gets the same answer.
import type { TeamView } from "@/lib/core/team-view"
import type { Script, Scripts } from "./messages-api"
import { Reply, say } from "./messages-api-reply"
import {
  type ApiBlock,
  type MessagesRequest,
  mergedMessages,
  type ToolResult,
  toolResults,
} from "./messages-api-request"

export const MATES = ["otto", "wren", "zoe"] as const
/** Asked to leave when everybody is done. */
export const LEAVES = "zoe"
/** Its first plan is rejected once. */
export const REVISES = "wren"
export const BRIEF = "brief.txt"

/** `pace` may slow or hold what an agent is answered; what it is answered stays the same. */
export const storyScripts = (pace: (reply: Reply, agent: string) => Reply = (reply) => reply): Scripts => ({
  lead: (request) => pace(leadAnswer(request), "lead"),
  ...Object.fromEntries(
    MATES.map((name) => [name, ((request) => pace(mateAnswer(name, request), name)) satisfies Script]),
  ),
})

const call = (tool: string, input: unknown): Reply => new Reply().useTool(tool, input)
const appends = (line: string): string => `echo ${line} >> ledger.txt`

/** One answer of a teammate; `over` tells from the results of its calls whether the next step may follow. */
type Step = { reply: Reply; over(results: ToolResult[]): boolean }

const once = (reply: Reply): Step => ({ reply, over: () => true })
/** Safe to do again, so it is done again until its outcome is known. */
const untilKnown = (reply: Reply): Step => ({ reply, over: (results) => !results.some(isUnknown) })
const isUnknown = (result: ToolResult): boolean => result.text.includes("outcome unknown")

function stepsOf(name: string): Step[] {
  const draft = { path: `${name}/out.txt`, content: `draft of ${name}\n` }
  const [one, two] = [appends(`${name}-one`), `sleep 0.1; ${appends(`${name}-two`)}`]
  const submit = (title: string, files: string[], commands: string[]) =>
    once(call("submit_plan", { title, plan: `1. ${title}`, files, commands, risk: "low" }))
  const first = submit(`${name} first`, [`${name}/**`], [one])
  return [
    once(call("read_file", { path: BRIEF })),
    once(call("bash", { command: appends(`${name}-early`) })),
    first,
    ...(name === REVISES ? [first] : []),
    // An appending command is never repeated, whatever became of it; the file is written again in the next step.
    once(call("bash", { command: one }).useTool("write_file", draft)),
    untilKnown(call("write_file", draft)),
    untilKnown(call("edit_file", { path: draft.path, old_text: "draft", new_text: "final" })),
    submit(`${name} second`, [], [two]),
    once(call("bash", { command: two })),
  ]
}

export function mateAnswer(name: string, request: MessagesRequest): Reply {
  const steps = stepsOf(name)
  let at = 0
  for (const results of resultsByAnswer(request)) if (steps[at]?.over(results)) at++
  return steps[at]?.reply ?? say(`${name} is done.`)
}

/** The results of each answer that called tools, answer by answer. */
function resultsByAnswer(request: MessagesRequest): ToolResult[][] {
  const all = new Map(toolResults(request).map((result) => [result.id, result]))
  return mergedMessages(request.messages)
    .filter((message) => message.role === "assistant")
    .map((message) => callsIn(message.content).flatMap((id) => all.get(id) ?? []))
    .filter((results) => results.length > 0)
}

const callsIn = (content: readonly ApiBlock[]): string[] =>
  content.filter((block) => block.type === "tool_use").map((block) => String(block.id))

/** Spawns the three, recommends each plan it hears of, and takes note of the rest. */
export function leadAnswer(request: MessagesRequest): Reply {
  const blocks = mergedMessages(request.messages).flatMap((message) => message.content)
  const uses = blocks.filter((block) => block.type === "tool_use")
  if (!uses.some((block) => block.name === "spawn_teammate"))
    return MATES.reduce(
      (reply, name) => reply.useTool("spawn_teammate", { name, role: "engineer", prompt: `Do your part, ${name}.` }),
      say("I bring in three."),
    )
  const reviewed = new Set(uses.map((block) => (block.input as { request_id?: string }).request_id))
  const asked = blocks.flatMap((block) => [
    ...String(block.type === "text" ? block.text : "").matchAll(/type="plan_approval_request" request_id="([^"]+)"/g),
  ])
  const open = asked.map((match) => match[1]!).filter((id) => !reviewed.has(id))
  return open.length === 0
    ? say("Noted.")
    : open.reduce(
        (reply, id) => reply.useTool("review_plan", { request_id: id, approve: true }),
        say("I have read it."),
      )
}

/** What the run comes to however often it was disturbed; unknown outcomes change the ledger, and nothing else. */
export const STORY_END = {
  agents: [
    ["lead", "idle", ""],
    ["otto", "idle", "otto is done."],
    ["wren", "idle", "wren is done."],
    ["zoe", "shutdown", "zoe is done."],
  ],
  plans: [
    "otto first 1 approved",
    "otto second 1 approved",
    "wren first 1 rejected",
    "wren first 2 approved",
    "wren second 1 approved",
    "zoe first 1 approved",
    "zoe second 1 approved",
  ],
  files: Object.fromEntries(MATES.map((name) => [`${name}/out.txt`, `final of ${name}\n`])),
}

export function endOf(view: TeamView, files: Record<string, string>): typeof STORY_END {
  return {
    agents: view.agents
      .map(({ name, status, last_words }) => [name, status, name === "lead" ? "" : last_words])
      .sort((a, b) => a[0]!.localeCompare(b[0]!)),
    plans: view.requests
      .filter((request) => request.type === "plan_approval")
      .map((request) => `${request.payload.title} ${request.revision} ${request.status}`)
      .sort(),
    files,
  }
}
