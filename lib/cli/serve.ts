// Serves the built pages over one HTTP server in this process, and ends in good order when told to.
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { relative } from "node:path"
import { type Env, parseEnv } from "@/lib/server/env"
import { answerNoise, passFrontDoor } from "@/lib/server/http/front-door"
import type { Runtime } from "@/lib/server/runtime/runtime"
import { operatorToken } from "@/lib/server/session/operator-token"
import { createSignInLink } from "@/lib/server/session/sign-in-link"
import { announce } from "./announce"
import { distDir, root } from "./project"
import { stopOnSignal } from "./stop-on-signal"

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Set by `instrumentation.ts`, which Next runs before its first request. */
const runningRuntime = async (): Promise<Runtime | undefined> =>
  (globalThis as { [key: symbol]: Runtime | Promise<Runtime> | undefined })[Symbol.for("countersign")]

export async function serve(env: Env): Promise<void> {
  const server = createServer()
  // Long enough for a slow line, short enough that nobody holds a connection by saying nothing.
  server.headersTimeout = 15_000
  server.requestTimeout = 60_000
  server.keepAliveTimeout = 30_000
  server.on("clientError", answerNoise)
  const stop = stopOnSignal(server, () => runningRuntime().catch(() => undefined))
  server.listen(env.port, env.host)
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  // Whoever reads the environment from here on finds the port that is really used.
  process.env.PORT = String(port)
  try {
    const ready = prepareNext(env.host, port)
    const own = parseEnv(process.env, process.cwd())
    // A page that was open before a restart asks before everything is up: it waits that moment.
    server.on("request", (request, response) => {
      const pass = async () => {
        if (await passFrontDoor(own, request, response)) await (await ready)(request, response)
      }
      pass().catch(() => response.destroy())
    })
    await ready
    const runtime = await runningRuntime()
    if (!runtime) throw new Error("The server came up without its runtime: instrumentation.ts did not run.")
    // Made now if there is none yet, so that whoever scripts against this server finds it in the data dir.
    await operatorToken(runtime)
    announce(runtime.env, runtime.facts, await createSignInLink(runtime))
  } catch (error) {
    await stop()
    throw error
  }
}

async function prepareNext(hostname: string, port: number): Promise<Handler> {
  Object.assign(process.env, {
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    // Next would cut our own clean-up off.
    NEXT_MANUAL_SIG_HANDLE: "1",
  })
  // Next's own part, and the version is pinned: it sets up what all its other modules expect to find.
  await import("next/dist/server/node-environment.js")
  const { default: next } = await import("next")
  const app = next({ dev: false, dir: root, hostname, port })
  // Side by side: the store is opened while pages are loaded.
  await Promise.all([startRuntime(), app.prepare()])
  // A start that failed is told by the runtime itself.
  await runningRuntime()
  return app.getRequestHandler()
}

/** Next itself would run `register()` beside its first requests and only log a failure; here a start that fails must end. */
async function startRuntime(): Promise<void> {
  const { ensureInstrumentationRegistered } = await import(
    "next/dist/server/lib/router-utils/instrumentation-globals.external.js"
  )
  await ensureInstrumentationRegistered(root, relative(root, distDir()))
}
