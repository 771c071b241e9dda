// Says on which machine a pinned team runs, and plainly when nobody is there to run it.
"use client"

import { useEffect, useState } from "react"
import { getMachinesAction } from "@/lib/actions/get-machines"
import { callAction } from "@/lib/client/call-action"
import { Banner } from "../ui/banner"

const LOOK_MS = 10_000

export function MachineLine({ machine }: { machine: string | null }) {
  const [living, setLiving] = useState<string[] | null>(null)
  useEffect(() => {
    if (machine === null) return
    const look = async () => {
      const answer = await callAction(getMachinesAction, undefined)
      if (answer.ok) setLiving(answer.value)
    }
    void look()
    const looking = setInterval(() => void look(), LOOK_MS)
    return () => clearInterval(looking)
  }, [machine])
  if (machine === null) return null
  if (living && !living.includes(machine))
    return (
      <Banner
        tone="wait"
        className="flex-none border-b border-line"
        fact={`No process runs on the machine ${machine}, to which this team is pinned.`}
      >
        Its agents wait until one is started there. Deciding still works, and nothing is lost.
      </Banner>
    )
  return (
    <p className="flex-none border-b border-line px-4 py-1.5 text-small text-text-2 xl:px-5">
      Its agents run on the machine <b className="font-medium">{machine}</b>, where its workspace is.
    </p>
  )
}
