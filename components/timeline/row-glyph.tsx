// Where there is no room for lanes, one sign tells what kind of step a row is.
import { Icon, type IconName } from "@/components/ui/icon"
import { Mark } from "@/components/ui/mark"
import type { Drawing } from "@/lib/core/timeline-arrow"
import { PICTURES } from "./slice-sign"

const BY_TYPE: Record<string, IconName> = {
  "agent.spawned": "plus",
  "message.sent": "note",
  "message.delivered": "inbox",
  "request.recommended": "note",
  "response.forwarded": "chevron-right",
  "response.ignored": "close",
  "task.created": "task",
  "task.claimed": "task",
  "task.completed": "task",
  "tool.started": "terminal",
  "tool.finished": "terminal",
  "team.created": "team",
  "team.resumed": "play",
  "policy.changed": "shield",
}

export function RowGlyph({ type, drawing }: { type: string; drawing: Drawing }) {
  if (type === "request.opened") return <Mark state="open" person={drawing.arrow?.person ? "first" : "second"} />
  if (type === "request.decided" && drawing.glyph === "ring") return <Mark state="approved" person="first" />
  const picture = PICTURES[drawing.glyph]
  if (picture) return picture
  const name = BY_TYPE[type]
  return name ? (
    <Icon name={name} className="text-text-3" />
  ) : (
    <span className="mx-auto block size-1.5 rounded-full bg-control" />
  )
}
