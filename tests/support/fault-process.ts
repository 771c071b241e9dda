// A server to be killed: the whole runtime and, instead of pages, one loopback door that takes verbs as JSON.
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { AppError } from "@/lib/core/errors"
import { awayError } from "@/lib/server/db/away"
import { parseEnv } from "@/lib/server/env"
import { AnthropicClient } from "@/lib/server/model/anthropic-client"
import { setRuntime } from "@/lib/server/runtime/get-runtime"
import { startRuntime } from "@/lib/server/runtime/runtime"
import { createVerbs, type VerbName } from "./fault-verbs"

const { TEMPLATE, ROLE, MODEL_RETRIES, MODEL_IDLE_MS, RETRY_MS } = process.env
const env = parseEnv(process.env, process.cwd())
if (env.model.provider !== "anthropic") throw new Error("a server under test speaks to a scripted model")
const starting = startRuntime(env, {
  template: TEMPLATE ?? null,
  idle: ROLE === "web",
  retry: { baseMs: Number(RETRY_MS ?? 50), capMs: Number(RETRY_MS ?? 500), attempts: 6 },
  model: new AnthropicClient({
    ...env.model,
    ...(MODEL_RETRIES ? { retries: Number(MODEL_RETRIES) } : {}),
    ...(MODEL_IDLE_MS ? { idleMs: Number(MODEL_IDLE_MS) } : {}),
  }),
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
    const known = error instanceof AppError ? error : awayError(error)
    const code = known?.code === "unavailable" ? "away" : (known?.code ?? "bug")
    response.end(JSON.stringify({ error: { code, message } }))
  }
})
server.listen(0, "127.0.0.1", () => console.log(`door ${(server.address() as AddressInfo).port}`))

process.on("SIGTERM", () => {
  server.close()
  server.closeAllConnections()
  runtime.stop().finally(() => process.exit(0))
})
