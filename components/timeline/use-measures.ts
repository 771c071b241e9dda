// What the page measures of its surroundings: the width of the pane, and whether a finger is used.
"use client"

import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react"

/** `assumed` until the browser has laid the page out. */
export function useWidth(ref: RefObject<HTMLElement | null>, assumed: number): number {
  const [width, setWidth] = useState(assumed)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}

const COARSE = "(pointer: coarse)"

export function useCoarse(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(COARSE)
      query.addEventListener("change", changed)
      return () => query.removeEventListener("change", changed)
    },
    () => window.matchMedia(COARSE).matches,
    () => false,
  )
}

/** A number that many components are given: it changes at most once in so many milliseconds. */
export function useSteady(value: number, everyMs: number): number {
  const [steady, setSteady] = useState(value)
  const newest = useRef(value)
  newest.current = value
  const waiting = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => {
    if (value === steady) return
    waiting.current ??= setTimeout(() => {
      waiting.current = null
      setSteady(newest.current)
    }, everyMs)
  }, [value, steady, everyMs])
  useEffect(
    () => () => {
      clearTimeout(waiting.current ?? undefined)
      waiting.current = null
    },
    [],
  )
  return steady
}
