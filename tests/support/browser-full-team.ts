// A team with somebody in every state, so that a page has something of everything to show.
import type { Request } from "@/lib/core/request"
import type { TeamOnStage } from "./browser-team"
import { type Script, sequence } from "./messages-api"
import { failWith, say } from "./messages-api-reply"

const plan = (second: string) => ({
  title: "Move the settings",
  plan: [
    "# Move the settings",
    "",
    "The settings lie beside the code, where **nobody** looks for them.",
    "",
    "1. Copy `settings.json` into `config/`.",
    `2. ${second}`,
    "",
    "```js",
    'export const settings = read("config/settings.json")',
    "```",
    "",
    "| what | where |",
    "|---|---|",
    "| settings | `config/settings.json` |",
    "",
    "> Asked for by the people who deploy. See [the thread](https://example.com/thread).",
  ].join("\n"),
  files: ["config/settings.json", "src/*.js"],
  commands: ["npm test"],
  risk: "medium",
  rollback: "Put the old file back.",
})

const SCRIPTS: Record<string, Script> = {
  lead: (_request, call) =>
    call === 1
      ? say("I put it on the board.").useTool("create_task", {
          subject: "Move the settings",
          description: "All of them.",
        })
      : say("It is on the board; **otto** plans it."),
  otto: sequence(
    say("My plan.").useTool("submit_plan", plan("Delete the old file at once.")),
    say("My plan.").useTool("submit_plan", plan("Keep the old file for a week.")),
  ),
  bram: () => say("I wait for the file.").useTool("bash", { command: "until [ -e go ]; do sleep 0.2; done" }),
  cara: () => say("There is nothing to do for me."),
  dora: () => failWith(400, { message: "This model does not answer." }),
  emil: () => say("Done."),
}

export type FullTeam = { first: Request; second: Request }

/** otto waits with a second revision, bram runs a command, cara is idle, dora gave up, emil has left. */
export async function fillTeam(team: TeamOnStage): Promise<FullTeam> {
  team.play(SCRIPTS)
  await team.say("Move the settings, please.")
  for (const name of ["otto", "cara", "dora", "emil"]) await team.spawn(name)
  await team.spawn("bram", { plan_required: false })
  const first = await team.pending("otto")
  await team.reject(first, "Keep the old file for a while.", [
    { line: 6, text: "Not at once: somebody may still read it." },
    { line: 5, text: "And the permissions?" },
  ])
  const second = await team.pending("otto", 2)
  await team.agent("cara", (agent) => agent.status === "idle")
  await team.agent("dora", (agent) => agent.status === "failed")
  await team.agent("emil", (agent) => agent.status === "idle")
  await team.shutdown("emil")
  await team.agent("bram", (agent) => agent.activity?.kind === "tool")
  return { first, second }
}
