// Sends one delivery: the event as JSON, signed over its time and body, with a limit on how long the other side may take.
import "server-only"
import { createHmac } from "node:crypto"
import { type ClientRequest, request as overHttp } from "node:http"
import { request as overHttps } from "node:https"
import type { Event } from "@/lib/core/event"
import { hostOf, isClosed, lookupOpen } from "./reachable-address"

export type Sent = { ok: true; status: number } | { ok: false; status: number | null; error: string }

const TIMEOUT_MS = 10_000

/** `t=<seconds>,v1=<hex>`: whoever checks it recomputes the HMAC over "<seconds>.<body>" and refuses old times. */
export function signature(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`
}

export async function sendDelivery(
  hook: { id: string; url: string; secret: string },
  event: Event,
  stopping?: AbortSignal,
): Promise<Sent> {
  const body = JSON.stringify(event)
  const seconds = Math.floor(Date.now() / 1_000)
  const slow = AbortSignal.timeout(TIMEOUT_MS)
  try {
    if (isClosed(hostOf(hook.url))) throw new Error("this address may not be called")
    const status = await post(hook.url, body, AbortSignal.any([slow, ...(stopping ? [stopping] : [])]), {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      "user-agent": "countersign-webhooks",
      "countersign-event": event.type,
      "countersign-delivery": `${hook.id}:${event.team}:${event.seq}`,
      "countersign-signature": signature(hook.secret, seconds, body),
    })
    // An address that redirects may lead anywhere; the one that was entered is the one that is called.
    if (status >= 200 && status < 300) return { ok: true, status }
    return { ok: false, status, error: `It answered ${status}.` }
  } catch {
    return {
      ok: false,
      status: null,
      error: slow.aborted ? "It did not answer within 10 s." : "It could not be reached.",
    }
  }
}

function post(url: string, body: string, signal: AbortSignal, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const send = url.startsWith("https:") ? overHttps : overHttp
    const call: ClientRequest = send(url, { method: "POST", headers, signal, lookup: lookupOpen, agent: false })
    call.on("response", (response) => {
      resolve(response.statusCode ?? 0)
      // What it says is none of our business.
      response.destroy()
    })
    call.on("error", reject)
    call.end(body)
  })
}
