// For parts that are loaded apart: false until they are first opened, and fetched once the page has come to rest.
"use client"

import { useEffect, useState } from "react"

const REST_MS = 2_500

export function useWanted(open: boolean, load: () => Promise<unknown>): boolean {
  const [wanted, setWanted] = useState(open)
  if (open && !wanted) setWanted(true)
  useEffect(() => {
    // A failed fetch is tried again when it is opened.
    const timer = setTimeout(() => load().catch(() => {}), REST_MS)
    return () => clearTimeout(timer)
  }, [load])
  return wanted || open
}
