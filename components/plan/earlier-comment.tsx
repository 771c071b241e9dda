// A comment of the revision before, with what became of its passage. Whether that settles it is the reader's to say.
"use client"

import { Icon } from "@/components/ui/icon"
import type { Fate, PlacedComment } from "@/lib/core/plan-comment-fate"
import { placeWords, WithCode } from "./comments-at"
import { useDesk, useDeskState } from "./plan-desk"

const FATE: Record<Fate, string> = {
  changed: "Passage changed",
  removed: "Passage removed",
  unchanged: "Passage unchanged",
}

export function EarlierComment({ placed, whose }: { placed: PlacedComment; whose: string }) {
  const desk = useDesk()
  const { comment, fate, line } = placed
  const commentable = useDeskState((state) => state.commentable)
  const isRepeated = useDeskState((state) =>
    state.draft.comments.some((draft) => draft.text === comment.text && (draft.line ?? null) === line),
  )
  return (
    <div className="border-l-2 border-ink pl-3 text-ui xl:ml-2">
      <p className="text-small text-text-3">
        <b className="text-text">{whose}</b> {placeWords(comment)}
      </p>
      <WithCode text={comment.text} />
      <p className="mt-[3px] flex items-center gap-1.5 text-small font-medium text-text-2">
        {fate && (
          <>
            <Icon name={fate === "changed" ? "check" : fate === "removed" ? "close" : "note"} size={14} />
            {FATE[fate]}
          </>
        )}
        <span className="flex-1" />
        {!commentable ? null : isRepeated ? (
          <span className="text-text-3">Repeated</span>
        ) : (
          <button
            type="button"
            className="hit rounded-s text-ink hover:underline"
            onClick={() => desk.repeat({ line: line ?? desk.lines[0] ?? 1, text: comment.text })}
          >
            Repeat
          </button>
        )}
      </p>
    </div>
  )
}
