// The stage of a browser test: one real server with a scripted model for all tests of a worker, a signed-in page, a team.
import { type Browser, type BrowserContext, test as base, type Page } from "@playwright/test"
import { type Team, TeamOnStage } from "./browser-team"
import { MessagesApi, type Script } from "./messages-api"
import { say } from "./messages-api-reply"
import { type ServerOptions, type ServerProcess, startServer } from "./server-process"

export { expect } from "@playwright/test"

/** Who is not told what to say says as little as possible. */
const quiet: Script = () => say("Noted.")

export class Stage {
  private readonly scripts = new Map<string, Record<string, Script>>()

  private constructor(
    readonly server: ServerProcess,
    readonly model: MessagesApi,
  ) {}

  static async open(options: ServerOptions = {}): Promise<Stage> {
    let stage: Stage | undefined
    const model = await MessagesApi.start((request, call, about) => {
      const script = stage?.scripts.get(about.team)?.[about.agent] ?? quiet
      return script(request, call, about)
    })
    const env = { ANTHROPIC_BASE_URL: model.url, ...options.env }
    stage = new Stage(await startServer({ ...options, env }), model)
    return stage
  }

  async newTeam(name: string, policy: Record<string, unknown> = {}, workspace?: string): Promise<TeamOnStage> {
    const { status, body } = await this.server.api.post<{ team: Team }>("/api/teams", { name, policy, workspace })
    if (status !== 201) throw new Error(`The team was not made: ${JSON.stringify(body)}`)
    return new TeamOnStage(this.server, body.team, this.model, (scripts) => this.scripts.set(body.team.id, scripts))
  }

  /** A browser of its own, with a session of its own. */
  async signedIn(browser: Browser, who: object = { token: this.server.token }): Promise<BrowserContext> {
    const context = await browser.newContext({ baseURL: this.server.url })
    await signIn(context, this.server.url, who)
    return context
  }

  async close(): Promise<void> {
    await this.server.close()
    await this.model.close()
  }
}

export async function signIn(context: BrowserContext, origin: string, who: object): Promise<void> {
  const answer = await context.request.post(`${origin}/api/session`, { data: who, headers: { origin } })
  if (answer.status() !== 204) throw new Error(`Signing in answered ${answer.status()}: ${await answer.text()}`)
}

type Fixtures = {
  /** A server of this test's own, to be killed. */
  mortal: Stage
  /** A team of this test's own; whoever is left in it when the test ends is ended too. */
  team: TeamOnStage
}

export const test = base.extend<Fixtures, { stage: Stage }>({
  stage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const stage = await Stage.open()
      await use(stage)
      await stage.close()
    },
    { scope: "worker", timeout: 90_000 },
  ],
  baseURL: async ({ stage }, use) => use(stage.server.url),
  context: async ({ context, stage }, use) => {
    await signIn(context, stage.server.url, { token: stage.server.token })
    await use(context)
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  mortal: async ({}, use) => {
    const stage = await Stage.open()
    await use(stage)
    await stage.close()
  },
  team: async ({ stage }, use, info) => {
    const team = await stage.newTeam(`${info.titlePath.at(-1)}`.slice(0, 40))
    await use(team)
    await team.disband()
  },
})

/** Live, and what the server drew is alive: keys and buttons do something. */
export async function ready(page: Page): Promise<void> {
  await page.getByText("Live", { exact: true }).first().waitFor()
  // The word is drawn by the server; React marks what it has taken over, and runs the effects of that before the next frames.
  await page.waitForFunction(() => {
    const button = document.querySelector("header button")
    return button !== null && Object.keys(button).some((key) => key.startsWith("__reactProps"))
  })
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}
