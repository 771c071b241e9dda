// Pausing a team and letting it go on: running turns finish, none begins.
"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { Banner } from "@/components/ui/banner"
import { Button } from "@/components/ui/button"
import { Moment } from "@/components/ui/time"
import { updateTeamAction } from "@/lib/actions/update-team"
import { callAction } from "@/lib/client/call-action"
import { showToast } from "@/lib/client/toasts"
import type { Team } from "@/lib/core/team"

const WHY = {
  budget: "Its budget is spent. Raise it below, then let the team go on.",
  unattended: "It ran as many turns without a person as its policy allows.",
  human: "A person paused it.",
}

export function TeamPause({ team, mayChange }: { team: Team; mayChange: boolean }) {
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const set = async (paused: boolean) => {
    setBusy(true)
    const answer = await callAction(updateTeamAction, { team: team.id, paused })
    setBusy(false)
    if (!answer.ok) return showToast({ tone: "fail", text: answer.error.message })
    router.refresh()
  }
  if (team.paused) {
    return (
      <Banner
        framed
        tone="wait"
        className="my-3"
        fact={
          <>
            {team.name} is paused since <Moment at={team.paused.at} />.
          </>
        }
        action={
          mayChange && (
            <Button size="s" busy={busy} onClick={() => void set(false)}>
              Let it go on
            </Button>
          )
        }
      >
        {WHY[team.paused.reason]}
      </Banner>
    )
  }
  if (!mayChange) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 text-text-2">
      <span className="flex-1">
        Its agents run. Paused, running turns finish and none begins; you can still decide.
      </span>
      <Button size="s" busy={busy} onClick={() => void set(true)}>
        Pause the team
      </Button>
    </p>
  )
}
