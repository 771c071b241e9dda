// The streams this process holds open, by the credential that opened them: a revoked one loses them at once.
import "server-only"
import { and, gt, inArray, sql } from "drizzle-orm"
import { sessions, tokens } from "@/lib/server/db/door-schema"
import type { Store } from "@/lib/server/db/store"
import type { Principal } from "./principal"
import { runtimeSlot } from "./runtime-slot"

type OpenStream = { credential: string | null; close: () => void }
type Registry = { streams: Set<OpenStream>; watch: NodeJS.Timeout | null }
type Home = { store: Store }

/** Another process may have taken the credential back: looked up this often, in one query, while a stream is open. */
const RECHECK_MS = 3_000

const registryOf = (runtime: Home): Registry =>
  runtimeSlot(runtime, "open-streams", () => ({ streams: new Set(), watch: null }))

/** Registers an open stream; the function returned takes it out again. */
export function trackStream(runtime: Home, principal: Pick<Principal, "credential">, close: () => void): () => void {
  const registry = registryOf(runtime)
  const stream: OpenStream = { credential: principal.credential, close }
  registry.streams.add(stream)
  registry.watch ??= setInterval(() => void closeRevoked(runtime, registry), RECHECK_MS).unref()
  return () => {
    registry.streams.delete(stream)
    if (registry.streams.size > 0 || !registry.watch) return
    clearInterval(registry.watch)
    registry.watch = null
  }
}

export function closeStreamsOf(runtime: Home, credentials: readonly string[]): void {
  for (const stream of [...registryOf(runtime).streams])
    if (stream.credential !== null && credentials.includes(stream.credential)) stream.close()
}

async function closeRevoked(runtime: Home, registry: Registry): Promise<void> {
  const held = [...new Set([...registry.streams].flatMap((stream) => stream.credential ?? []))]
  if (held.length === 0) return
  try {
    const { read } = runtime.store
    const live = await read
      .select({ hash: sessions.hash })
      .from(sessions)
      .where(and(inArray(sessions.hash, held), gt(sessions.expiresAt, sql`now()`)))
    const kept = await read.select({ hash: tokens.hash }).from(tokens).where(inArray(tokens.hash, held))
    const valid = new Set([...live, ...kept].map((row) => row.hash))
    closeStreamsOf(
      runtime,
      held.filter((hash) => !valid.has(hash)),
    )
  } catch {
    // The database is away for the moment: streams stay, and the next look decides.
  }
}

export const countStreams = (runtime: Home): number => registryOf(runtime).streams.size
