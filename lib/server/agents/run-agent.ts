// Runs one agent, turn after turn, until it is idle, parked, or gone; then it costs nothing.
import "server-only"
import { FenceLost } from "@/lib/server/db/fence"
import type { AgentKey } from "@/lib/server/db/store"
import { ModelError } from "@/lib/server/model/model-client"
import { type AgentRuntime, type Begun, type Control, Interrupted, newControl, type Permit } from "./agent-runtime"
import { beginTurn } from "./begin-turn"
import { failTurn } from "./fail-turn"
import { finishStop } from "./finish-stop"
import { runTurn } from "./run-turn"
import { inTurnSpan } from "./turn-spans"

const AT_REST: ReadonlySet<string> = new Set(["idle", "waiting", "shutdown"])

/** What the end of the turn left tells most of the time what `beginTurn` would; a wake that comes later is carried by whoever sends it. */
const rests = ({ left }: Begun): boolean =>
  left !== null && !left.wake && left.stop === null && AT_REST.has(left.status)

/** `hold` is given the hand of each turn, so that others can stop it. */
export async function runAgent(
  context: AgentRuntime,
  key: AgentKey,
  hold: (control: Control) => void,
  permit: Permit,
): Promise<void> {
  while (permit.mayGoOn()) {
    const control = newControl()
    hold(control)
    const beginning = await beginTurn(context, key, permit)
    if (beginning.kind === "rest") return
    if (beginning.kind === "stop") {
      await finishStop(context, key)
      return
    }
    try {
      await inTurnSpan(context, beginning.begun, (inside) => runTurn(inside, beginning.begun, control))
    } catch (error) {
      if (error instanceof FenceLost) return
      if (error instanceof Interrupted) continue
      if (error instanceof ModelError && error.kind === "aborted") continue
      try {
        await failTurn(context, beginning.begun, error)
      } catch (second) {
        if (second instanceof FenceLost) return
        throw second
      }
    }
    if (rests(beginning.begun)) return
  }
}
