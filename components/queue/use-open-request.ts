// Going from plan to plan: the selection moves at once, the page follows, and a held key does not flood the server.
"use client"

import { usePathname, useRouter } from "next/navigation"
import { startTransition, useCallback, useEffect, useRef } from "react"
import { connectionAt, connectionStore } from "@/lib/client/connection"
import { showToast } from "@/lib/client/toasts"
import { useQueueStore } from "./queue-store"

const HELD_KEY_MS = 140

export function useOpenRequest(): (id: string) => void {
  const router = useRouter()
  const path = usePathname()
  const store = useQueueStore()
  const last = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(
    (id: string) => {
      const href = `/queue/${id}`
      // Without a server the browser would leave the page for an error of its own.
      if (path !== href && connectionAt(connectionStore.getState().feeds, Date.now(), navigator.onLine).kind !== "live")
        return void showToast({ tone: "fail", text: "Other plans can be opened when the server answers." })
      store.select(id)
      clearTimeout(timer.current)
      const go = () => {
        last.current = Date.now()
        if (path === href) return
        // Back leads to where one was before the queue, not through every plan that was passed.
        startTransition(() => (path.startsWith("/queue/") ? router.replace(href) : router.push(href)))
      }
      if (Date.now() - last.current > HELD_KEY_MS) go()
      else timer.current = setTimeout(go, HELD_KEY_MS)
    },
    [path, router, store],
  )
}
