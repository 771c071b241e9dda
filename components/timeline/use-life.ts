// The life of the selected request: what is loaded shows at once, the rest comes from the server and stays live.
"use client"

import { useEffect, useMemo, useState } from "react"
import type { TimelineLife } from "@/lib/core/timeline-page"
import type { TimelineStore } from "./timeline-store"

/** Only the server can count what ran under a request; until it has, there are no counts. */
export type Life = Pick<TimelineLife, "request_id" | "events"> & Partial<TimelineLife>

export type LoadLife = (requestId: string) => Promise<TimelineLife | null>

const NO_STEPS = new Set(["tool.started", "tool.finished", "gate.blocked", "message.sent", "message.delivered"])
const AGAIN_MS = 400

/** Its events that are loaded, whatever the filter shows. */
const loadedOf = (store: TimelineStore, requestId: string) =>
  store.rows.log.entries.flatMap(({ event }) => (event.request_id === requestId ? [event] : []))

export function useLife(store: TimelineStore, version: number, requestId: string | null, load: LoadLife): Life | null {
  const [fetched, setFetched] = useState<TimelineLife | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says that events came.
  const loaded = useMemo(() => (requestId === null ? [] : loadedOf(store, requestId)), [store, version, requestId])
  const newest = loaded.at(-1)?.seq ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new event of the request is a reason to ask again.
  useEffect(() => {
    if (requestId === null) return
    let left = false
    const ask = async () => {
      const life = await load(requestId)
      if (!left && life) setFetched(life)
    }
    const timer = setTimeout(ask, fetched?.request_id === requestId ? AGAIN_MS : 0)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [requestId, newest, load])
  return useMemo(() => {
    if (requestId === null) return null
    const steps = loaded.filter((event) => !NO_STEPS.has(event.type))
    if (fetched?.request_id === requestId) {
      const known = new Set(fetched.events.map((event) => event.seq))
      const events = [...fetched.events, ...steps.filter((event) => !known.has(event.seq))].toSorted(
        (a, b) => a.seq - b.seq,
      )
      return { ...fetched, events }
    }
    return steps.length === 0 ? null : { request_id: requestId, events: steps }
  }, [requestId, loaded, fetched])
}
