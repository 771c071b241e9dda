// One change at a time on a settings page: busy while it is on its way, the reason when it was refused, the page read anew after it.
"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { callAction } from "@/lib/client/call-action"
import type { ActionResult } from "@/lib/core/action-result"

export function useChange() {
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const change = async <I, T>(action: (input: I) => Promise<ActionResult<T>>, input: I): Promise<T | undefined> => {
    setBusy(true)
    setError(null)
    const answer = await callAction(action, input)
    setBusy(false)
    if (!answer.ok) {
      setError(answer.error.message)
      return undefined
    }
    router.refresh()
    return answer.value
  }
  return { busy, error, setError, change }
}
