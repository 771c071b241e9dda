// Answers that hold a secret, for a caller whose line broke before it arrived: in memory, for minutes, under its key.
import "server-only"
import { runtimeSlot } from "@/lib/server/session/runtime-slot"
import { sha256 } from "@/lib/server/session/secrets"

type Keyed = { principal: string; key: string; fingerprint: string }
type Shown = Map<string, { text: string; until: number }>

const SHOWN_MS = 10 * 60_000
const MOST = 1_000

const shownBy = (runtime: object): Shown => runtimeSlot(runtime, "shown-once", () => new Map())
const nameOf = ({ principal, key, fingerprint }: Keyed): string => sha256(JSON.stringify([principal, key, fingerprint]))

export function rememberShown(runtime: object, keyed: Keyed, text: string): void {
  const shown = shownBy(runtime)
  shown.set(nameOf(keyed), { text, until: Date.now() + SHOWN_MS })
  for (const [name, { until }] of shown) if (until < Date.now() || shown.size > MOST) shown.delete(name)
}

export function recallShown(runtime: object, keyed: Keyed): string | null {
  const found = shownBy(runtime).get(nameOf(keyed))
  return found && found.until > Date.now() ? found.text : null
}
