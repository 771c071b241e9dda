// Words not sent yet, kept in this browser so that no reload loses them.
"use client"

import { useCallback, useEffect, useState } from "react"

export function useDraft(key: string): [string, (text: string) => void] {
  const [text, setText] = useState("")
  const name = `countersign.draft.${key}`
  useEffect(() => {
    try {
      setText(localStorage.getItem(name) ?? "")
    } catch {
      // Storage may be forbidden; the draft then lives as long as the page.
    }
  }, [name])
  const write = useCallback(
    (next: string) => {
      setText(next)
      try {
        if (next === "") localStorage.removeItem(name)
        else localStorage.setItem(name, next)
      } catch {
        // As above.
      }
    },
    [name],
  )
  return [text, write]
}
