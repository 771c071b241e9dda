// The limits under everything else: a commit that reaches the disk in each store, and one HTTP round trip on loopback.
import { Agent, createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import type { Engine } from "@/lib/server/db/database"
import { openEmbedded } from "@/lib/server/db/embedded"
import { openPostgres } from "@/lib/server/db/postgres"
import { startPostgres } from "@/tests/support/postgres"
import { makeTempDir, removeDir } from "@/tests/support/temp-dir"
import { sharedTemplate } from "@/tests/support/test-runtime"
import { type Figure, type LimitName, times } from "./figure"
import type { Section } from "./section"

export const limits: Section = async ({ short }) => {
  const count = short ? 100 : 500
  const row = (limit: LimitName, what: string, samples: number[]): Figure[] =>
    times("limits", what, samples, { limit, show: ["p50", "p95"] })
  return {
    figures: [
      ...row("commit embedded", "one fsynced commit, embedded", await embeddedCommits(count)),
      ...row("commit PostgreSQL", "one fsynced commit, PostgreSQL", await postgresCommits(count)),
      ...row("loopback", "one HTTP round trip on loopback", await loopback(count)),
    ],
  }
}

async function embeddedCommits(count: number): Promise<number[]> {
  const folder = await makeTempDir("limits")
  const engine = await openEmbedded(folder, await sharedTemplate())
  try {
    return await commits(engine, count)
  } finally {
    await engine.close()
    await removeDir(folder)
  }
}

async function postgresCommits(count: number): Promise<number[]> {
  const cluster = await startPostgres()
  try {
    const engine = await openPostgres(await cluster.createDatabase())
    const samples = await commits(engine, count)
    await engine.close()
    return samples
  } finally {
    await cluster.stop()
  }
}

async function commits(engine: Engine, count: number): Promise<number[]> {
  await engine.transact((handle) => handle.executeSql("create table bench (no integer primary key, word text)", []))
  return timed(count, (no) =>
    engine.transact((handle) => handle.executeSql("insert into bench values ($1, $2)", [no, "one row"])),
  )
}

async function loopback(count: number): Promise<number[]> {
  const server = createServer((_request, response) => response.end("ok"))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      request({ host: "127.0.0.1", port, agent }, (response) => response.resume().on("end", resolve))
        .on("error", reject)
        .end()
    })
  const samples = await timed(count, ask)
  agent.destroy()
  await new Promise((resolve) => server.close(resolve))
  return samples
}

async function timed(count: number, work: (no: number) => Promise<unknown>): Promise<number[]> {
  const warmUp = Math.ceil(count / 5)
  const samples: number[] = []
  for (let no = 0; no < count + warmUp; no++) {
    const began = performance.now()
    await work(no)
    if (no >= warmUp) samples.push(performance.now() - began)
  }
  return samples
}
