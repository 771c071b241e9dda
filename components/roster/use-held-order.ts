// The roster's order as it is drawn: sorted by need, but never re-sorted under somebody's pointer or focus.
"use client"

import { type FocusEvent, useMemo, useRef, useState } from "react"
import type { Agent } from "@/lib/core/agent"
import { heldOrder, sortRoster } from "./roster-order"

export function useHeldOrder(agents: readonly Agent[]) {
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const seen = useRef<string[]>([])
  const held = pointed || focused
  const order = useMemo(() => {
    const sorted = sortRoster(agents)
    const shown = held ? heldOrder(seen.current, sorted) : sorted
    seen.current = shown.map((agent) => agent.name)
    return shown
  }, [agents, held])
  const hold = {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: (event: FocusEvent<HTMLElement>) => setFocused(event.currentTarget.contains(event.relatedTarget)),
  }
  return { order, hold }
}
