// Waits until a request has ended, by listening, for at most a given time; then gives it as it stands.
import "server-only"
import type { Request } from "@/lib/core/request"
import type { ServerContext } from "@/lib/server/context"
import { findRequestRow, toRequest } from "./request-rows"

export async function awaitDecision(
  { store, bus }: Pick<ServerContext, "store" | "bus">,
  request: Request,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Request> {
  const current = async () => {
    const row = await findRequestRow(store.read, request.request_id)
    return row ? toRequest(row) : request
  }
  let stop = () => {}
  const heard = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, timeoutMs)
    const unsubscribe = bus.subscribe(request.team, (message) => {
      if (
        message.kind === "event" &&
        message.event.type === "request.decided" &&
        message.event.request_id === request.request_id
      )
        resolve()
    })
    signal?.addEventListener("abort", () => resolve(), { once: true })
    stop = () => {
      clearTimeout(timer)
      unsubscribe()
    }
  })
  try {
    // Listening began before this look, so an end in between is not missed.
    const now = await current()
    if (now.status !== "pending") return now
    await heard
    return await current()
  } finally {
    stop()
  }
}
