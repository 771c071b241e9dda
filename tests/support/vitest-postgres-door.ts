// Vitest's global setup: a loopback door behind which the run's one PostgreSQL is started when a test first asks for a database.
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { POSTGRES_DOOR, type PostgresCluster, startPostgres } from "./postgres"

export default async function setup(): Promise<() => Promise<void>> {
  // Every project of the run calls this; the first one opens the door for all.
  if (process.env[POSTGRES_DOOR]) return async () => {}
  let cluster: Promise<PostgresCluster> | undefined
  const path = `/${randomBytes(16).toString("hex")}`
  const server = createServer(async (request, response) => {
    if (request.method !== "POST" || request.url !== path) return void response.writeHead(404).end()
    try {
      cluster ??= startPostgres()
      response.end(await (await cluster).createDatabase())
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.message : String(error))
    }
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  process.env[POSTGRES_DOOR] = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  return async () => {
    delete process.env[POSTGRES_DOOR]
    server.closeAllConnections()
    server.close()
    // A cluster that could not start has already failed the tests that asked for it.
    await cluster?.then((started) => started.stop()).catch(() => {})
  }
}
