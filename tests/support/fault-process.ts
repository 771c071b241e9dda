// A server to be killed: the whole runtime and, instead of pages, one loopback door that takes verbs as JSON.
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { AppError } from "@/lib/core/errors"
import { parseEnv } from "@/lib/server/env"
import { setRuntime } from "@/lib/server/runtime/get-runtime"
import { startRuntime } from "@/lib/server/runtime/runtime"
import { createVerbs, type VerbName } from "./fault-verbs"

/** The words of the driver and of PostgreSQL for a connection that is not there, or no longer. */
const DATABASE_AWAY = /ECONN|connection terminated|terminating connection|the database system is|connection error/i

const { TEMPLATE, ROLE } = process.env
const starting = startRuntime(parseEnv(process.env, process.cwd()), {
  template: TEMPLATE ?? null,
  idle: ROLE === "web",
  retry: { baseMs: 50, capMs: 500, attempts: 6 },
})
setRuntime(starting)
const runtime = await starting
const verbs = createVerbs(runtime)

const server = createServer(async (request, response) => {
  let text = ""
  for await (const piece of request) text += piece
  const verb = verbs[request.url?.slice(1) as VerbName] as (input: unknown) => Promise<unknown>
  try {
    response.end(JSON.stringify({ value: (await verb(JSON.parse(text))) ?? null }))
  } catch (error) {
    const message = error instanceof Error ? [error, error.cause].join(" ") : String(error)
    const code = error instanceof AppError ? error.code : DATABASE_AWAY.test(message) ? "away" : "bug"
    response.end(JSON.stringify({ error: { code, message } }))
  }
})
server.listen(0, "127.0.0.1", () => console.log(`door ${(server.address() as AddressInfo).port}`))

process.on("SIGTERM", () => {
  server.close()
  server.closeAllConnections()
  runtime.stop().finally(() => process.exit(0))
})
