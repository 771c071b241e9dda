// The sign of an event where it happens on its lane: a ring where an arrow leaves, a mark, a gate, an end.
import type { ReactNode } from "react"
import { GateIcon } from "@/components/ui/gate"
import { Icon } from "@/components/ui/icon"
import { Mark } from "@/components/ui/mark"
import { StatusIcon } from "@/components/ui/status"
import type { Glyph } from "@/lib/core/timeline-arrow"

/** The signs that are pictures of 16 by 16; rings, ticks and dots are drawn as circles. */
export const PICTURES: Partial<Record<Glyph, ReactNode>> = {
  open: <Mark state="open" />,
  approved: <Mark state="approved" />,
  rejected: <Mark state="rejected" />,
  faint: <Mark state="faint" />,
  block: <Icon name="block" />,
  "gate-open": <GateIcon gate="open" />,
  "gate-shut": <GateIcon gate="plan_required" />,
  end: <StatusIcon status="shutdown" className="text-text" />,
  failed: <StatusIcon status="failed" />,
  pause: <Icon name="pause" />,
}

export function SliceSign({ x, y, glyph }: { x: number; y: number; glyph: Glyph }) {
  if (glyph === "ring") return <circle className="fill-(--row) stroke-text-2" strokeWidth={1.5} cx={x} cy={y} r={4} />
  if (glyph === "tick") return <circle className="fill-work-mark" cx={x} cy={y} r={3.5} />
  if (glyph === "dot") return <circle className="fill-control" cx={x} cy={y} r={2.5} />
  return (
    <>
      <circle className="fill-(--row)" cx={x} cy={y} r={10} />
      <g transform={`translate(${x - 8} ${y - 8})`} className="text-text">
        {PICTURES[glyph]}
      </g>
    </>
  )
}
