// The server's end of the supervisor: starts it, gives it its orders, and learns how the command ended.
import "server-only"
import { spawn } from "node:child_process"
import type { Readable, Writable } from "node:stream"
import { bareEnvironment } from "./command-environment"
import { MARK, SUPERVISOR_SOURCE } from "./supervisor-source"

export type Report = {
  code?: number | null
  signal?: NodeJS.Signals | null
  /** It could not be started. */
  error?: string
  /** The server did not say in time that it still may run this. */
  silent?: true
  killed?: true
  found: number
  survivors: number
}

export type Launch = { argv: string[]; cwd: string; env: Record<string, string> }

/** A supervisor that does not answer within this is ended itself. */
const OBEYS_WITHIN_MS = 15_000
/** For `ps`, where there is no /proc. */
const PATH = "/usr/bin:/bin"

export class Supervisor {
  readonly pid: number
  /** How it ended, once nothing of the command is left; null when the supervisor itself was killed. */
  readonly ended: Promise<Report | null>
  readonly output: Readable | null
  private readonly orders: Writable
  private readonly end: (signal: "SIGKILL") => void
  private obeys: NodeJS.Timeout | undefined

  private constructor(args: string[], env: Record<string, string>, output: number | "pipe" | "ignore") {
    const child = spawn(process.execPath, ["-e", SUPERVISOR_SOURCE, "--", ...args], {
      // Its own session: Ctrl-C at the server's terminal must not end it before it has cleaned up.
      detached: true,
      cwd: "/",
      env: bareEnvironment(env),
      stdio: ["pipe", output, "ignore", "pipe"],
    })
    child.on("error", () => {})
    if (child.pid === undefined) throw new Error("The supervisor of the command could not be started.")
    this.pid = child.pid
    this.output = child.stdout
    this.orders = child.stdin!
    this.end = (signal) => child.kill(signal)
    // Writing to one that has just ended is no error of ours; how it ended is in its report.
    this.orders.on("error", () => {})
    this.ended = new Promise((resolve) => {
      let text = ""
      const report = child.stdio[3] as Readable
      report.setEncoding("utf8")
      report.on("data", (piece: string) => {
        text += piece
      })
      report.on("error", () => {})
      let waiting = 2
      const done = () => {
        waiting--
        if (waiting > 0) return
        clearTimeout(this.obeys)
        resolve(parseReport(text))
      }
      report.on("close", done)
      child.on("exit", done)
    })
  }

  static start(mark: string, silenceMs: number, output: number | "pipe"): Supervisor {
    return new Supervisor(["run", mark, String(silenceMs)], { PATH, [MARK]: mark }, output)
  }

  /** Ends whatever carries the mark, and `pid` with all that descends from it. */
  static sweep(mark: string, pid: number): Promise<Report | null> {
    return new Supervisor(["sweep", mark, String(pid)], { PATH }, "ignore").ended
  }

  go(launch: Launch): void {
    this.order({ go: launch })
  }

  alive(): void {
    this.order({ alive: true })
  }

  kill(): void {
    this.order({ kill: true })
    this.obeys ??= setTimeout(() => this.end("SIGKILL"), OBEYS_WITHIN_MS)
  }

  private order(order: object): void {
    if (this.orders.writable) this.orders.write(`${JSON.stringify(order)}\n`)
  }
}

function parseReport(text: string): Report | null {
  return text === "" ? null : (JSON.parse(text) as Report)
}
