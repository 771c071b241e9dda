// The comments of a line: those written so far, and the field of the one being written.
"use client"

import { Fragment, type KeyboardEvent, useEffect, useRef } from "react"
import { useShallow } from "zustand/react/shallow"
import { useApp } from "@/components/live/live-app"
import { Button } from "@/components/ui/button"
import { classes } from "@/components/ui/classes"
import type { DraftComment } from "./drafts"
import { anchorOf, type Spot, useDesk, useDeskState } from "./plan-desk"

export function CommentsAt({ lines, className }: { lines: readonly number[]; className?: string }) {
  const desk = useDesk()
  const isHere = (spot: { line?: number; end_line?: number }) => lines.includes(anchorOf(desk, spot) ?? -1)
  const comments = useDeskState(useShallow((state) => state.draft.comments.filter(isHere)))
  const writing = useDeskState((state) => (state.writing && isHere(state.writing) ? state.writing : null))
  if (comments.length === 0 && !writing) return null
  return (
    <div className={classes("grid gap-2 py-2 text-ui 2xl:content-start 2xl:py-0", className)}>
      {comments.map((comment) =>
        comment.id === writing?.id ? null : <CommentCard key={comment.id} comment={comment} />,
      )}
      {writing && <CommentField />}
    </div>
  )
}

export const placeWords = ({ line, end_line }: Partial<Spot>): string =>
  line === undefined
    ? "on the plan"
    : end_line && end_line !== line
      ? `on lines ${line}–${end_line}`
      : `on line ${line}`

function CommentCard({ comment }: { comment: DraftComment }) {
  const desk = useDesk()
  const { viewer } = useApp()
  const commentable = useDeskState((state) => state.commentable)
  return (
    <article
      aria-label={`Your comment ${placeWords(comment)}`}
      className="group/card rounded-m border border-ink-line bg-surface py-2.5 pr-3 pl-3.5"
    >
      <header className="mb-0.5 flex flex-wrap items-center gap-x-2 text-small text-text-3">
        <b className="text-text">{viewer.label}</b> {placeWords(comment)}
        <span className="flex-1" />
        <span className="flex gap-1 opacity-0 transition-opacity group-focus-within/card:opacity-100 group-hover/card:opacity-100 pointer-coarse:opacity-100">
          <button type="button" className="hit rounded-s px-1 text-ink" onClick={() => desk.edit(comment)}>
            Edit
          </button>
          <button type="button" className="hit rounded-s px-1 text-ink" onClick={() => desk.remove(comment.id)}>
            Remove
          </button>
        </span>
        <span>{commentable ? "goes with your decision" : "not sent"}</span>
      </header>
      {comment.quote && <Quote text={comment.quote} />}
      <WithCode text={comment.text} />
    </article>
  )
}

export function Quote({ text }: { text: string }) {
  return (
    <blockquote className="my-1 line-clamp-3 border-l-2 border-line-strong pl-2 text-small text-text-2">
      {text}
    </blockquote>
  )
}

/** Words between backticks are code, as everybody writes them. */
export function WithCode({ text }: { text: string }) {
  return (
    <p className="whitespace-pre-wrap">
      {text.split(/(`[^`\n]+`)/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places.
        <Fragment key={index}>
          {index % 2 === 0 ? part : <code className="rounded-s bg-hover px-1 py-px">{part.slice(1, -1)}</code>}
        </Fragment>
      ))}
    </p>
  )
}

function CommentField() {
  const desk = useDesk()
  const writing = useDeskState((state) => state.writing)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.scrollIntoView({ block: "nearest" })
  }, [])
  if (!writing) return null
  const close = (keep: boolean) => {
    if (keep) desk.keep()
    else desk.stopWriting()
    // The focus goes back to the line it came from.
    document.querySelector<HTMLElement>(`[data-line-button="${writing.line}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) close(true)
    else if (event.key === "Escape") close(writing.text.trim() !== "")
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="rounded-m border border-ink-line bg-surface p-2.5">
      <label htmlFor="comment-field" className="mb-1 block text-small text-text-3">
        Comment {placeWords(writing)}
      </label>
      {writing.quote && <Quote text={writing.quote} />}
      <textarea
        ref={field}
        id="comment-field"
        rows={3}
        maxLength={8_000}
        value={writing.text}
        onChange={(event) => desk.type(event.target.value)}
        onKeyDown={onKeyDown}
        className="block min-h-[64px] w-full resize-y rounded-m border border-control bg-surface px-2.5 py-2 text-ui pointer-coarse:text-[16px]"
      />
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <span className="flex-1 text-small text-text-3">It goes with your decision.</span>
        <Button size="s" onClick={() => close(false)}>
          Cancel
        </Button>
        <Button size="s" variant="primary" hint="⌘⏎" onClick={() => close(true)}>
          Keep comment
        </Button>
      </div>
    </div>
  )
}
