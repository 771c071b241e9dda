// Two teams in the middle of their day, made over HTTP with a scripted model: somebody in every state, plans that wait.
import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import type { Request } from "@/lib/core/request"
import type { Stage } from "./browser-stage"
import type { TeamOnStage } from "./browser-team"
import * as plans from "./demo-plans"
import { type Script, sequence } from "./messages-api"
import { failWith, say, useTool } from "./messages-api-reply"

export type DemoTeam = {
  team: string
  /** A second revision, whose first was rejected with comments; waits. */
  revised: Request
  /** A first revision of high risk; waits. */
  waiting: Request
  /** Approved and carried out; its teammate has left. */
  done: Request
}

const THERE = ["src/transfers/create.ts", "src/transfers/store.ts", "src/http/errors.ts", "src/auth/index.ts"]
const DOCKERFILE = "docker/test.Dockerfile"

/** The lead recommends whatever it is asked about, in the words given for the one who asks. */
const lead =
  (words: Record<string, [approve: boolean, feedback: string]>, first?: ReturnType<typeof say>): Script =>
  (request, call) => {
    const said = JSON.stringify(request.messages.at(-1))
    const asked = /from=\\"(\w+)\\" type=\\"plan_approval_request\\" request_id=\\"(req_[a-z0-9]+)/.exec(said)
    const [approve, feedback] = words[asked?.[1] ?? ""] ?? [true, "Small, and it names everything it touches."]
    if (asked) return useTool("review_plan", { request_id: asked[2], approve, feedback })
    if (call === 1 && first) return first
    if (!said.includes("tool_result")) return say("Noted.")
    return say(call === 2 ? "Both plan before they change anything." : "What I think of it stands beside the plan.")
  }

const LEDGER: Record<string, Script> = {
  lead: lead(
    {
      otto: [
        true,
        "Agree with the order. Nobody else has an open task on `transfers`; run the migration before the 16:00 batch.",
      ],
      wren: [
        true,
        "All three objections are met. The wrappers carry no deprecation note yet; say it along with a yes.",
      ],
    },
    say(
      "Two tracks. **otto** takes the database side, **wren** the auth module; **iris** ends her contract tests first, then tests both.",
    )
      .useTool("create_task", { subject: "Idempotent transfers" })
      .useTool("create_task", { subject: "Sessions out of auth" })
      .useTool("create_task", { subject: "Contract tests for v2" })
      .useTool("create_task", { subject: "Test retries end to end", blocked_by: [1] })
      .useTool("create_task", { subject: "Test renewals in two tabs", blocked_by: [2] }),
  ),
  otto: sequence(useTool("claim_task", { task_id: 1 }), useTool("submit_plan", plans.IDEMPOTENCY)),
  wren: sequence(
    useTool("claim_task", { task_id: 2 }),
    useTool("submit_plan", plans.SESSIONS_FIRST),
    useTool("submit_plan", plans.SESSIONS_SECOND),
  ),
  bram: sequence(
    useTool("write_file", { path: DOCKERFILE, content: "FROM node:22-slim\n" }),
    say("Nothing may be written before a plan, so here is one.").useTool("submit_plan", plans.IMAGES),
    useTool("edit_file", { path: DOCKERFILE, old_text: "node:22", new_text: "node:22-slim" }).useTool("bash", {
      command: "echo 310 MB",
    }),
    say("The image went from 1.4 GB to 310 MB; the old tag stays until Friday."),
  ),
  iris: (_request, call) =>
    call === 1 ? useTool("claim_task", { task_id: 3 }) : useTool("bash", { command: "sh test/contracts.sh" }),
  juno: () => say("The guide for retries is in docs/retries.md."),
  tess: () => failWith(400, { message: "the context is too long" }),
}

const STOREFRONT: Record<string, Script> = {
  lead: lead({ kit: [false, "Two partners still call it; ask them first."] }),
  kit: sequence(useTool("submit_plan", plans.WEBHOOK)),
  sol: sequence(useTool("submit_plan", plans.NODE)),
}

/** The workspaces are folders below `src`. */
export async function makeDemoTeam(stage: Stage, src: string): Promise<DemoTeam> {
  for (const name of ["ledger-api", "storefront"]) await mkdir(join(src, name), { recursive: true })
  const ledger = await stage.newTeam("ledger-api", { budget_usd: 10 }, join(src, "ledger-api"))
  await fill(ledger)
  ledger.play(LEDGER)
  await ledger.say("Retried transfers must never book twice. Also get sessions out of the auth module. Plans first.")
  await ledger.agent("lead", (agent) => agent.status === "idle" && agent.turn > 1)
  await ledger.spawn("bram", { role: "build" })
  const done = await recommended(ledger, "bram", 1)
  await ledger.spawn("otto", { role: "database" })
  const waiting = await recommended(ledger, "otto", 1)
  await ledger.spawn("wren", { role: "backend" })
  const first = await recommended(ledger, "wren", 1)
  await ledger.reject(first, "Keep one cache, and nobody signed out.", plans.SESSIONS_COMMENTS)
  await ledger.approve(done)
  await ledger.agent("bram", (agent) => agent.status === "idle")
  await ledger.shutdown("bram", { reason: "Nothing left for you to do. Thank you." })
  const revised = await recommended(ledger, "wren", 2)
  await ledger.spawn("juno", { role: "docs" })
  await ledger.spawn("tess", { role: "research" })
  await ledger.spawn("iris", { role: "tests", plan_required: false })
  const shop = await stage.newTeam("storefront", {}, join(src, "storefront"))
  shop.play(STOREFRONT)
  await shop.spawn("kit", { role: "api" })
  await recommended(shop, "kit", 1)
  await shop.spawn("sol", { role: "ci" })
  await recommended(shop, "sol", 1)
  await ledger.agent("tess", (agent) => agent.status === "failed")
  await ledger.agent("iris", (agent) => agent.activity?.kind === "tool")
  return { team: ledger.id, revised, waiting, done }
}

/** What the plans find in the workspace; its tests wait for a file that never comes. */
async function fill(team: TeamOnStage): Promise<void> {
  const files: [string, string][] = [
    ...THERE.map((path): [string, string] => [path, "export {}\n"]),
    [DOCKERFILE, "FROM node:22\n"],
    ["test/contracts.sh", "until [ -e go ]; do sleep 0.5; done\n"],
  ]
  for (const [path, content] of files) {
    await mkdir(dirname(join(team.workspace, path)), { recursive: true })
    await writeFile(join(team.workspace, path), content)
  }
}

/** Waiting, and the lead has said what it thinks of it. */
async function recommended(team: TeamOnStage, sender: string, revision: number): Promise<Request> {
  await team.pending(sender, revision)
  return team.pending(sender, revision, (request) => request.recommendation !== null)
}
