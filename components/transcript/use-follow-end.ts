// A scrolling record that follows its end, and holds still once somebody has scrolled up to read.
"use client"

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react"

/** Within this many pixels of the end, one is at the end. */
const NEAR = 32

export type FollowEnd = {
  scroller: RefObject<HTMLDivElement | null>
  content: RefObject<HTMLDivElement | null>
  /** Something arrived below while it was scrolled up. */
  news: boolean
  toEnd: () => void
}

/** `newest` changes when something was added at the end, `oldest` when something was added above. */
export function useFollowEnd(newest: string, oldest: string): FollowEnd {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const following = useRef(true)
  const height = useRef(0)
  const seen = useRef({ newest, oldest })
  const [news, setNews] = useState(false)

  const toEnd = useCallback(() => {
    following.current = true
    setNews(false)
    const box = scroller.current
    if (box) box.scrollTop = box.scrollHeight
  }, [])

  useEffect(() => {
    const box = scroller.current
    const inner = content.current
    if (!box || !inner) return
    let top = box.scrollTop
    const onScroll = () => {
      const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR
      // Growth moves the end away without moving the reader; only going up is leaving.
      if (atEnd) following.current = true
      else if (box.scrollTop < top - 1) following.current = false
      top = box.scrollTop
      if (following.current) setNews(false)
    }
    const onGrowth = new ResizeObserver(() => {
      if (following.current) box.scrollTop = box.scrollHeight
      height.current = box.scrollHeight
    })
    onGrowth.observe(inner)
    onGrowth.observe(box)
    box.addEventListener("scroll", onScroll, { passive: true })
    return () => {
      onGrowth.disconnect()
      box.removeEventListener("scroll", onScroll)
    }
  }, [])

  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    // What was added above must not push away what is being read.
    if (oldest !== seen.current.oldest && !following.current) box.scrollTop += box.scrollHeight - height.current
    else if (following.current) box.scrollTop = box.scrollHeight
    if (newest !== seen.current.newest && !following.current) setNews(true)
    seen.current = { newest, oldest }
    height.current = box.scrollHeight
  }, [newest, oldest])

  return { scroller, content, news, toEnd }
}
