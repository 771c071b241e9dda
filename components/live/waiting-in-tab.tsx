// The count in the tab: `(4)` before the title, and the open mark as favicon while something waits.
"use client"

import { usePathname } from "next/navigation"
import { useEffect } from "react"
import { useWaiting } from "./live-app"

const PREFIX = /^\(\d+\) /

export function WaitingInTab() {
  const waiting = useWaiting()
  const open = waiting > 0
  const path = usePathname()

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page brings another title.
  useEffect(() => {
    const apply = () => {
      const bare = document.title.replace(PREFIX, "")
      const wanted = waiting > 0 ? `(${waiting}) ${bare}` : bare
      if (document.title !== wanted) document.title = wanted
    }
    apply()
    // Titles arrive a moment after the page they belong to.
    const watch = new MutationObserver(apply)
    watch.observe(document.head, { subtree: true, childList: true, characterData: true })
    return () => watch.disconnect()
  }, [waiting, path])

  useEffect(() => {
    if (!open) return
    const link = Object.assign(document.createElement("link"), {
      rel: "icon",
      type: "image/svg+xml",
      href: "/mark-open.svg",
    })
    document.head.append(link)
    return () => link.remove()
  }, [open])

  return null
}
