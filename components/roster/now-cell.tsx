// What an agent does now, in two lines; the second carries what a person can do about it.
"use client"

import Link from "next/link"
import type { Agent } from "@/lib/core/agent"
import { classes } from "../ui/classes"
import { ClockTime } from "../ui/time"
import type { Now, NowPiece } from "./roster-now"

type Props = { agent: Agent; now: Now; canOperate: boolean; onResume: (agent: Agent) => void }

export function NowCell({ agent, now, canOperate, onResume }: Props) {
  const { action } = now
  const words = now.main.map((piece) => ("at" in piece ? "" : piece.text)).join("")
  return (
    <>
      <div
        title={words}
        className={classes("cut leading-[18px]", now.quiet && agent.status !== "shutdown" && "text-text-2")}
      >
        {now.main.map((piece) => (
          <Piece key={"at" in piece ? piece.at : piece.text} piece={piece} />
        ))}
      </div>
      {(now.sub !== "" || action) && (
        <div className="cut text-small leading-[17px] text-text-3">
          {action?.kind === "review" && (
            <Link href={`/queue/${action.requestId}`} className="hit font-medium text-ink hover:underline">
              Review the plan
            </Link>
          )}
          {action?.kind === "resume" && canOperate && (
            <>
              <button
                type="button"
                onClick={() => onResume(agent)}
                className="hit font-medium text-ink hover:underline"
              >
                Resume
              </button>{" "}
            </>
          )}
          {now.sub}
        </div>
      )}
    </>
  )
}

function Piece({ piece }: { piece: NowPiece }) {
  if ("at" in piece) return <ClockTime at={piece.at} seconds={false} />
  return piece.code ? <code>{piece.text}</code> : piece.text
}
