// Sends one delivery: the event as JSON, signed over its time and body, with a limit on how long the other side may take.
import "server-only"
import { createHmac } from "node:crypto"
import type { Event } from "@/lib/core/event"

export type Sent = { ok: true; status: number } | { ok: false; status: number | null; error: string }

const TIMEOUT_MS = 10_000

/** `t=<seconds>,v1=<hex>`: whoever checks it recomputes the HMAC over "<seconds>.<body>" and refuses old times. */
export function signature(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`
}

export async function sendDelivery(hook: { id: string; url: string; secret: string }, event: Event): Promise<Sent> {
  const body = JSON.stringify(event)
  const seconds = Math.floor(Date.now() / 1_000)
  try {
    const response = await fetch(hook.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "countersign-webhooks",
        "countersign-event": event.type,
        "countersign-delivery": `${hook.id}:${event.team}:${event.seq}`,
        "countersign-signature": signature(hook.secret, seconds, body),
      },
      body,
      // An address that redirects may lead anywhere; the one that was entered is the one that is called.
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (response.status >= 200 && response.status < 300) return { ok: true, status: response.status }
    return { ok: false, status: response.status, error: `It answered ${response.status}.` }
  } catch (error) {
    const slow = error instanceof Error && error.name === "TimeoutError"
    return { ok: false, status: null, error: slow ? "It did not answer within 10 s." : "It could not be reached." }
  }
}
