// Checks an exported timeline: every line names the hash of the one before it, so a change anywhere shows.
import { Event, FIRST_PREV } from "./event"

export type ChainResult =
  | { ok: true; events: number; teams: number; head: string }
  | { ok: false; line: number; what: "changed" | "removed" | "put in" | "not an event"; sentence: string }

/** A line at a time, so that an export of any length needs little memory. */
export function createChainVerifier(hashOf: (event: Event) => string) {
  let line = 0
  let before: { event: Event; hash: string } | null = null
  let held: { event: Event; line: number } | null = null
  let bad: ChainResult | null = null

  const fail = (at: number, what: Extract<ChainResult, { ok: false }>["what"], sentence: string) => {
    bad ??= { ok: false, line: at, what, sentence }
  }

  /** `held` links badly to its predecessor; the line after it tells which of the two was changed. */
  function blame(next: Event | null): void {
    if (!held) return
    const { event, line: at } = held
    held = null
    const honest = before?.hash ?? FIRST_PREV
    const asWritten = hashOf({ ...event, prev: honest })
    if (before === null || (next !== null && next.prev === asWritten))
      fail(at, "changed", `Line ${at} (seq ${event.seq}) was changed.`)
    else fail(at - 1, "changed", `Line ${at - 1} (seq ${before.event.seq}) was changed.`)
  }

  function add(text: string): void {
    line++
    if (bad || text.trim() === "") return
    const event = read(text)
    const expected = (before?.event.seq ?? 0) + 1
    const honest = before?.hash ?? FIRST_PREV
    if (!event) fail(line, "not an event", `Line ${line} is not an event.`)
    else if (held) blame(event)
    else if (event.seq > expected) {
      const gap = event.seq - 1 > expected ? `${expected} to ${event.seq - 1}` : String(expected)
      fail(line, "removed", `Before line ${line}, seq ${gap} was removed.`)
    } else if (event.seq < expected || (before && event.team !== before.event.team))
      fail(line, "put in", `Line ${line} (seq ${event.seq}) was put in.`)
    else if (event.prev !== honest) held = { event, line }
    else before = { event, hash: hashOf(event) }
  }

  return {
    add,
    finish(expectedHead?: string): ChainResult {
      blame(null)
      if (bad) return bad
      const head = before?.hash ?? FIRST_PREV
      if (expectedHead !== undefined && expectedHead !== head) {
        const last = before?.event.seq ?? 0
        return {
          ok: false,
          line,
          what: "changed",
          sentence: `The last line (seq ${last}) is not the end that was given: it was changed, or lines after it were removed.`,
        }
      }
      return { ok: true, events: before?.event.seq ?? 0, teams: before ? 1 : 0, head }
    },
  }
}

function read(text: string): Event | null {
  try {
    return Event.parse(JSON.parse(text))
  } catch {
    return null
  }
}
