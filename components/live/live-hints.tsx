// Tells a component that something happened in a team, over all teams one may see.
"use client"

import { useEffect, useRef } from "react"
import { type HintListener, subscribeToHints } from "@/lib/client/hint-feed"

/** `team: null` means that anything may have happened: the line was just made, so ask again. */
export function useHints(onHint: HintListener): void {
  const newest = useRef(onHint)
  useEffect(() => {
    newest.current = onHint
  })
  useEffect(() => subscribeToHints((hint, leading) => newest.current(hint, leading)), [])
}
