// The real server as a child process: started as `npm start` starts it, stopped, killed and started again by a test.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type ApiClient, createApiClient } from "./api-client"
import { freePort } from "./free-port"
import { makeTempDir, removeDir } from "./temp-dir"
import { waitFor } from "./wait-for"

const root = fileURLToPath(new URL("../..", import.meta.url))
const TOKEN = "test-token-of-the-operator"

export type ServerOptions = {
  /** Added to a clean environment; `undefined` takes a variable out. */
  env?: Record<string, string | undefined>
  /** An existing data dir; it then outlives the server. */
  dataDir?: string
  /** Through npm itself, as a person does; `pid`, `stop` and `kill9` are then npm's. */
  byNpm?: boolean
  within?: number
}

export type ServerProcess = {
  readonly url: string
  /** The printed one-time link of the newest start. */
  readonly signInLink: string
  readonly token: string
  readonly dataDir: string
  readonly pid: number
  /** All that was printed so far, over all starts. */
  readonly output: string
  readonly api: ApiClient
  /** Ends it as a person would; the answer is its exit code. */
  stop(): Promise<number | null>
  /** Ends it as a power cut would. */
  kill9(): Promise<void>
  /** Starts it again on the same port and data, however it ended. */
  restart(env?: Record<string, string | undefined>): Promise<void>
  /** Stops it and removes its data. */
  close(): Promise<void>
}

export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? (await makeTempDir("data"))
  const port = options.env?.PORT ?? String(await freePort())
  const token = options.env?.COUNTERSIGN_TOKEN ?? TOKEN
  let child: ChildProcess | undefined
  let output = ""
  let url = ""
  let signInLink = ""

  const start = async (extra: Record<string, string | undefined> = {}) => {
    const env = {
      ...cleanEnvironment(),
      PORT: port,
      COUNTERSIGN_DATA: dataDir,
      COUNTERSIGN_TOKEN: TOKEN,
      ...options.env,
      ...extra,
    }
    const began = output.length
    const [command, args] = options.byNpm
      ? ["npm", ["start"]]
      : [process.execPath, ["--conditions=react-server", join(root, "lib", "cli", "run.mjs"), "start"]]
    const started = spawn(command, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] })
    child = started
    const keep = (chunk: Buffer) => {
      output += chunk
    }
    started.stdout.on("data", keep)
    started.stderr.on("data", keep)
    const link = await waitFor(
      "the server prints its sign-in link",
      () => {
        if (hasEnded(started)) return "ended" as const
        return /^Sign in: (\S+)$/m.exec(output.slice(began))?.[1]
      },
      { within: options.within ?? 60_000 },
    ).catch((error) => {
      started.kill("SIGKILL")
      throw new Error(`${error.message}\n${output.slice(began)}`)
    })
    if (link === "ended") throw new Error(`The server ended before it listened:\n${output.slice(began)}`)
    signInLink = link
    url = new URL(link).origin
  }

  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (!child) return null
    if (!hasEnded(child)) {
      const ended = once(child, "exit")
      child.kill(signal)
      await ended
    }
    return child.exitCode
  }

  await start()
  return {
    get url() {
      return url
    },
    get signInLink() {
      return signInLink
    },
    token,
    dataDir,
    get pid() {
      return child!.pid!
    },
    get output() {
      return output
    },
    get api() {
      return createApiClient(url, token)
    },
    stop: () => end("SIGTERM"),
    kill9: async () => void (await end("SIGKILL")),
    restart: async (env) => {
      await end("SIGKILL")
      await start(env)
    },
    close: async () => {
      await end("SIGTERM")
      if (!options.dataDir) await removeDir(dataDir)
    },
  }
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

/** What the tests' own shell has set must not reach the server: a key there would make it speak to a real model. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG, NEXT_DIST_DIR } = process.env
  return { PATH, HOME, TMPDIR, LANG, NEXT_DIST_DIR, NODE_ENV: "production" }
}
