// The signature strip: who submitted it, and who countersigned it or has not yet.
"use client"

import type { ReactNode } from "react"
import { signerOf } from "@/components/plan/signer"
import { classes } from "@/components/ui/classes"
import { Stroke } from "@/components/ui/mark"
import { ClockTime } from "@/components/ui/time"
import type { Viewer } from "@/lib/core/page-views"
import type { Request } from "@/lib/core/request"

type Props = { request: Request; viewer: Viewer; drawn: boolean }

export function Signatures({ request, viewer, drawn }: Props) {
  const opener = signerOf(request.opened_by, viewer)
  const submitted = request.type === "plan_approval" ? "Submitted by" : "Asked by"
  const first = request.revision > 1 ? `Revision ${request.revision} submitted by` : submitted
  return (
    <div className="flex w-full min-w-0 gap-4 md:w-auto md:gap-7">
      <Signature
        stroke={<Stroke by={opener.isPerson ? "person" : "agent"} />}
        name={opener.name}
        at={request.created_at}
        under={first}
      />
      <SecondHand request={request} viewer={viewer} drawn={drawn} />
    </div>
  )
}

function SecondHand({ request, viewer, drawn }: Props) {
  const { resolution } = request
  const signed = request.approvals.at(-1)
  if (!resolution && signed)
    return (
      <Signature
        stroke={<Stroke by="person" drawn={drawn} />}
        name={request.approvals.map((approval) => signerOf(approval.by, viewer).name).join(", ")}
        at={signed.at}
        under="Countersigned by, more are needed"
      />
    )
  if (!resolution) {
    const awaited = request.target !== "lead" && request.type === "shutdown" ? request.target : null
    const name = awaited ?? (viewer.role === "viewer" ? "A person" : viewer.label)
    return (
      <Signature
        awaits={awaited ? "agent" : "person"}
        stroke={<Stroke by={awaited ? "agent" : "person"} state="open" />}
        name={`${name}, not yet`}
        under={awaited ? "Answered by" : "Countersigned by"}
      />
    )
  }
  const signer = signerOf(resolution.by, viewer)
  const by = signer.isPerson ? "person" : "agent"
  const ended = resolution.reason !== "decided"
  const refused = request.status === "rejected"
  return (
    <Signature
      stroke={
        <Stroke by={by} state={refused ? "refused" : "signed"} drawn={drawn} className={ended ? "opacity-45" : ""} />
      }
      name={signer.name}
      at={resolution.at}
      under={underWords(request)}
    />
  )
}

function underWords({ type, status, resolution }: Request): string {
  if (resolution && resolution.reason !== "decided") return capital(`${resolution.reason} by`)
  if (type === "shutdown") return status === "approved" ? "Agreed by" : "Refused by"
  return status === "approved" ? "Countersigned by" : "Rejected by"
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function Signature({
  stroke,
  name,
  at,
  under,
  awaits,
}: {
  stroke: ReactNode
  name: string
  at?: string
  under: string
  /** It is still open: amber only where a person is waited for. */
  awaits?: "person" | "agent"
}) {
  return (
    <div className="min-w-0 flex-1 md:w-[216px] md:flex-initial">
      <div
        className={classes(
          "flex h-[26px] items-center gap-2 border-b whitespace-nowrap",
          awaits ? "border-dashed text-text-3" : "border-line-strong font-medium",
          awaits && (awaits === "person" ? "border-wait-mark" : "border-control"),
        )}
      >
        <span className="-ml-[3px] flex-none">{stroke}</span>
        <span className="cut">{name}</span>
        {at && (
          <span className="ml-auto pl-2 text-small font-normal text-text-3 max-md:hidden">
            <ClockTime at={at} />
          </span>
        )}
      </div>
      <div className="cut pt-[3px] text-micro text-text-3 max-md:sr-only">{under}</div>
    </div>
  )
}
