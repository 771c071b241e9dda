// The two live regions of the page: everything that is read out goes through them.
"use client"

import { useStore } from "zustand"
import { spokenStore } from "@/lib/client/announce"

export function Announcer() {
  const polite = useStore(spokenStore, (state) => state.polite)
  const assertive = useStore(spokenStore, (state) => state.assertive)
  return (
    <div className="sr-only">
      <div role="status">{polite}</div>
      <div role="alert">{assertive}</div>
    </div>
  )
}
