// The test's hand on a server process: started, asked, stopped in its tracks, killed, and started again on the same data.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import type { VerbName, Verbs } from "./fault-verbs"

const root = fileURLToPath(new URL("../..", import.meta.url))

export type ChildOptions = {
  /** DATABASE_URL, COUNTERSIGN_DATA, ANTHROPIC_BASE_URL, TEMPLATE, ROLE. */
  variables: Record<string, string>
  /** A module loaded before the server's own: how a build is broken on purpose. */
  preload?: string
}

/** The server or its database went away: whether the verb was carried out is not known. */
export class NoAnswer extends Error {
  override name = "NoAnswer"
}

/** The server's own no. */
export class Refused extends Error {
  override name = "Refused"
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

export class FaultChild {
  private child: ChildProcess | undefined
  private port = 0
  /** The last lines of its log; said when it does not come up. */
  log = ""

  private constructor(private readonly options: ChildOptions) {}

  static async start(options: ChildOptions): Promise<FaultChild> {
    const child = new FaultChild(options)
    await child.start()
    return child
  }

  async start(): Promise<void> {
    const { PATH, HOME, TMPDIR } = process.env
    const { preload, variables } = this.options
    const imports = ["tsx", ...(preload ? [preload] : [])].flatMap((module) => ["--import", module])
    const child = spawn(process.execPath, ["--conditions=react-server", ...imports, "tests/support/fault-process.ts"], {
      cwd: root,
      env: { PATH, HOME, TMPDIR, NODE_ENV: "test", ...variables },
      stdio: ["ignore", "pipe", "pipe"],
    })
    this.child = child
    child.stderr.on("data", (chunk) => {
      this.log = `${this.log}${chunk}`.slice(-8_000)
    })
    process.once("exit", this.killNow)
    for await (const line of createInterface({ input: child.stdout })) {
      const found = /^door (\d+)$/.exec(line)
      if (!found) continue
      this.port = Number(found[1])
      return
    }
    throw new Error(`the server ended before it was up: ${this.log}`)
  }

  get pid(): number {
    return this.child?.pid ?? 0
  }

  get ended(): boolean {
    return !this.child || this.child.exitCode !== null || this.child.signalCode !== null
  }

  async ask<V extends VerbName>(verb: V, input: Parameters<Verbs[V]>[0]): Promise<Awaited<ReturnType<Verbs[V]>>> {
    const answer = await fetch(`http://127.0.0.1:${this.port}/${verb}`, { method: "POST", body: JSON.stringify(input) })
      .then((response) => response.json() as Promise<{ value?: unknown; error?: { code: string; message: string } }>)
      .catch((error) => {
        throw new NoAnswer(`no answer to ${verb}`, { cause: error })
      })
    if (answer.error?.code === "away") throw new NoAnswer(answer.error.message)
    if (answer.error) throw new Refused(answer.error.code, answer.error.message)
    return answer.value as Awaited<ReturnType<Verbs[V]>>
  }

  kill9(): Promise<void> {
    return this.end("SIGKILL")
  }

  /** Ends it in good order. */
  stop(): Promise<void> {
    return this.end("SIGTERM")
  }

  /** Takes its processor away, as a swapped-out or paused machine would. */
  freeze(): void {
    this.child?.kill("SIGSTOP")
  }

  thaw(): void {
    this.child?.kill("SIGCONT")
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    process.removeListener("exit", this.killNow)
    const child = this.child
    if (!child || this.ended) return
    const ended = once(child, "exit")
    child.kill(signal)
    await ended
  }

  private readonly killNow = (): void => {
    this.child?.kill("SIGKILL")
  }
}
