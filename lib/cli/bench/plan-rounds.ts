// Plans that keep coming, as the one who decides them follows them.
import type { Request } from "@/lib/core/request"
import type { Runtime } from "@/lib/server/runtime/runtime"

export type PlanFeed = {
  /** The plan this teammate waits with, as soon as it is on the timeline. */
  pending(name: string): Promise<Request>
  /** Resolves when nothing has been written for this many milliseconds. */
  quiet(ms: number): Promise<void>
  stop(): void
}

export function followPlans(runtime: Runtime, team: string, onOpened?: (request: Request) => void): PlanFeed {
  const known = new Set<string>()
  const open = new Map<string, Request>()
  const waiting = new Map<string, (request: Request) => void>()
  let last = performance.now()
  const stop = runtime.bus.subscribe(team, (signal) => {
    last = performance.now()
    if (signal.kind !== "event" || signal.event.type !== "request.opened") return
    const request = signal.event.data.request as Request
    // The same event may be heard twice: from this process, and from the database.
    if (known.has(request.request_id)) return
    known.add(request.request_id)
    onOpened?.(request)
    const listener = waiting.get(request.sender)
    waiting.delete(request.sender)
    if (listener) listener(request)
    else open.set(request.sender, request)
  })
  return {
    pending: (name) => {
      const request = open.get(name)
      open.delete(name)
      return request ? Promise.resolve(request) : new Promise((resolve) => waiting.set(name, resolve))
    },
    quiet: async (ms) => {
      for (let rest = ms; rest > 0; rest = last + ms - performance.now())
        await new Promise((resolve) => setTimeout(resolve, Math.max(1, rest)))
    },
    stop,
  }
}
