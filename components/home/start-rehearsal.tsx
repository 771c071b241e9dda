// The one click that shows the product: it makes a team, tells its lead what to do, and opens its page.
"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { Button, type ButtonSize, type ButtonVariant } from "@/components/ui/button"
import { Icon } from "@/components/ui/icon"
import { startRehearsalAction } from "@/lib/actions/start-rehearsal"
import { callAction } from "@/lib/client/call-action"

type Props = { variant?: ButtonVariant; size?: ButtonSize; autoFocus?: boolean; onError: (sentence: string) => void }

export function StartRehearsal({ variant = "primary", size = "xl", autoFocus, onError }: Props) {
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    const answer = await callAction(startRehearsalAction, undefined)
    if (answer.ok) return router.push(`/teams/${answer.value.team}`)
    setBusy(false)
    onError(answer.error.message)
  }
  return (
    <Button variant={variant} size={size} busy={busy} autoFocus={autoFocus} onClick={() => void start()}>
      <Icon name="play" />
      Start the rehearsal
    </Button>
  )
}
