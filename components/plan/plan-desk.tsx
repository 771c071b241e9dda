// The desk a plan lies on: the line one is at, the comments being written, the drafts kept for this request.
"use client"

import { createContext, type ReactNode, useContext, useEffect, useState } from "react"
import { useStore } from "zustand"
import { createStore, type StoreApi } from "zustand/vanilla"
import { type Draft, type DraftComment, NO_DRAFT, readDraft, writeDraft } from "./drafts"

/** Where a comment is being written: a line, or a passage with its words. */
export type Spot = { line: number; end_line?: number; quote?: string }

export type DeskState = {
  draft: Draft
  /** Kept in the browser; false when the browser refuses. */
  kept: boolean
  /** The line that the keys are at. */
  cursor: number | null
  writing: (Spot & { id?: string; text: string }) | null
  /** A decision is still open to this person, so comments can go along. */
  commentable: boolean
}

export type Desk = StoreApi<DeskState> & {
  requestId: string
  lines: readonly number[]
  write(spot: Spot): void
  edit(comment: DraftComment): void
  type(text: string): void
  stopWriting(): void
  /** Keeps what is written; empty words take the comment away. */
  keep(): void
  remove(id: string): void
  repeat(comment: Spot & { text: string }): void
  setWords(words: string): void
  clear(): void
}

let counter = 0
const newCommentId = () => `${Date.now().toString(36)}${(counter++).toString(36)}`

export function createDesk(requestId: string, lines: readonly number[]): Desk {
  const store = createStore<DeskState>(() => ({
    draft: NO_DRAFT,
    kept: true,
    cursor: null,
    writing: null,
    commentable: false,
  }))
  const setDraft = (draft: Draft) => store.setState({ draft, kept: writeDraft(localStorage, requestId, draft) })
  const setComments = (comments: DraftComment[]) => setDraft({ ...store.getState().draft, comments })
  const comments = () => store.getState().draft.comments
  return Object.assign(store, {
    requestId,
    lines,
    write: (spot: Spot) =>
      store.setState(({ commentable }) => (commentable ? { writing: { ...spot, text: "" }, cursor: spot.line } : {})),
    edit: (comment: DraftComment) => store.setState({ writing: { ...comment, line: comment.line ?? 1 } }),
    type: (text: string) => store.setState(({ writing }) => ({ writing: writing && { ...writing, text } })),
    stopWriting: () => store.setState({ writing: null }),
    keep: () => {
      const { writing } = store.getState()
      if (!writing) return
      const { id, text, ...spot } = writing
      const said = text.trim()
      const others = comments().filter((comment) => comment.id !== id)
      setComments(said ? [...others, { id: id ?? newCommentId(), ...spot, text: said }] : others)
      store.setState({ writing: null })
    },
    remove: (id: string) => setComments(comments().filter((comment) => comment.id !== id)),
    repeat: (comment: Spot & { text: string }) => setComments([...comments(), { id: newCommentId(), ...comment }]),
    setWords: (words: string) => setDraft({ ...store.getState().draft, words }),
    clear: () => setDraft(NO_DRAFT),
  })
}

const DeskContext = createContext<Desk | null>(null)

/** A desk per request: another revision is another request and has drafts of its own. */
export function PlanDesk({
  requestId,
  lines,
  children,
}: {
  requestId: string
  lines: readonly number[]
  children: ReactNode
}) {
  const [desk] = useState(() => createDesk(requestId, lines))
  useEffect(() => {
    desk.setState({ draft: readDraft(localStorage, requestId) })
    // Another tab may write on the same plan.
    const follow = (event: StorageEvent) => {
      if (event.key?.endsWith(requestId)) desk.setState({ draft: readDraft(localStorage, requestId) })
    }
    window.addEventListener("storage", follow)
    return () => window.removeEventListener("storage", follow)
  }, [desk, requestId])
  return <DeskContext value={desk}>{children}</DeskContext>
}

export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error("useDesk is used outside of PlanDesk.")
  return desk
}

export const useDeskState = <T,>(selector: (state: DeskState) => T): T => useStore(useDesk(), selector)

/** A comment stands below the last line it is about, or the nearest one before it that shows. */
export function anchorOf(desk: Desk, spot: { line?: number; end_line?: number }): number | undefined {
  const wanted = spot.end_line ?? spot.line
  if (wanted === undefined) return undefined
  return desk.lines.findLast((line) => line <= wanted) ?? desk.lines[0]
}

/** All that one line shows of the desk, as one number: thousands of lines ask at every change. */
export const LINE = { cursor: 1, marked: 2, commented: 4, stop: 8, commentable: 16 }

export function lineFlags(desk: Desk, state: DeskState, line: number): number {
  const { cursor, writing, draft } = state
  let flags = state.commentable ? LINE.commentable : 0
  if (cursor === line) flags |= LINE.cursor
  if ((cursor ?? desk.lines[0]) === line) flags |= LINE.stop
  if (writing === null && draft.comments.length === 0) return flags
  for (const spot of writing ? [writing, ...draft.comments] : draft.comments) {
    if (spot.line !== undefined && line >= spot.line && line <= (spot.end_line ?? spot.line)) flags |= LINE.marked
    if (anchorOf(desk, spot) === line) flags |= LINE.commented
  }
  return flags
}

export function useLineFlags(line: number): {
  cursor: boolean
  marked: boolean
  commented: boolean
  stop: boolean
  commentable: boolean
} {
  const desk = useDesk()
  const flags = useDeskState((state) => lineFlags(desk, state, line))
  return {
    cursor: (flags & LINE.cursor) !== 0,
    marked: (flags & LINE.marked) !== 0,
    commented: (flags & LINE.commented) !== 0,
    stop: (flags & LINE.stop) !== 0,
    commentable: (flags & LINE.commentable) !== 0,
  }
}

/** The line after or before the one the keys are at; past the ends it stays. */
export function lineBeside(lines: readonly number[], cursor: number | null, step: 1 | -1): number | null {
  if (lines.length === 0) return null
  if (cursor === null) return step === 1 ? lines[0]! : lines.at(-1)!
  const at = lines.findIndex((line) => line >= cursor)
  return lines[Math.min(lines.length - 1, Math.max(0, (at < 0 ? lines.length - 1 : at) + step))]!
}
