// Comments written on the revision before and never sent: they can come along to the new one.
"use client"

import { useEffect, useState } from "react"
import { Button } from "@/components/ui/button"
import { type Draft, NO_DRAFT, readDraft, writeDraft } from "./drafts"
import { useDesk, useDeskState } from "./plan-desk"

type Props = { requestId: string; revision: number; moved: readonly [number, number][] }

export function UnsentComments({ requestId, revision, moved }: Props) {
  const desk = useDesk()
  const commentable = useDeskState((state) => state.commentable)
  const [draft, setDraft] = useState<Draft>(NO_DRAFT)
  useEffect(() => setDraft(readDraft(localStorage, requestId)), [requestId])
  const count = draft.comments.length
  if (count === 0 || !commentable) return null
  const bring = () => {
    const now = new Map(moved)
    for (const { line, text } of draft.comments) {
      const nearest = moved.findLast(([before]) => before <= (line ?? 1))?.[1] ?? desk.lines[0] ?? 1
      desk.repeat({ line: (line !== undefined && now.get(line)) || nearest, text })
    }
    writeDraft(localStorage, requestId, NO_DRAFT)
    setDraft(NO_DRAFT)
  }
  return (
    <p className="mb-3 ml-4 flex items-center gap-3 text-ui text-text-2 md:ml-20">
      {count === 1 ? "1 comment" : `${count} comments`} you wrote on revision {revision} {count === 1 ? "was" : "were"}{" "}
      never sent.
      <Button size="s" onClick={bring}>
        Bring {count === 1 ? "it" : "them"} along
      </Button>
    </p>
  )
}
