// Drafts: comments and words that were written but not sent, kept in the browser by request, and so by revision.
import type { Comment } from "@/lib/core/request"

export type DraftComment = Comment & { id: string }
export type Draft = { comments: DraftComment[]; words: string }

export const NO_DRAFT: Draft = { comments: [], words: "" }

const PREFIX = "countersign.draft."
/** Old drafts of plans that are long decided do not pile up. */
const KEPT = 60

type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">

export function readDraft(shelf: Shelf, requestId: string): Draft {
  try {
    const stored = JSON.parse(shelf.getItem(PREFIX + requestId) ?? "null") as Partial<Draft> | null
    const comments = Array.isArray(stored?.comments) ? stored.comments.filter((c) => typeof c?.text === "string") : []
    return { comments, words: typeof stored?.words === "string" ? stored.words : "" }
  } catch {
    return NO_DRAFT
  }
}

/** Says whether it could be kept: a full or forbidden storage is told, not hidden. */
export function writeDraft(shelf: Shelf, requestId: string, draft: Draft): boolean {
  try {
    if (draft.comments.length === 0 && draft.words.trim() === "") shelf.removeItem(PREFIX + requestId)
    else {
      shelf.setItem(PREFIX + requestId, JSON.stringify(draft))
      tidy(shelf)
    }
    return true
  } catch {
    return false
  }
}

function tidy(shelf: Shelf): void {
  const keys: string[] = []
  for (let i = 0; i < shelf.length; i++) {
    const key = shelf.key(i)
    if (key?.startsWith(PREFIX)) keys.push(key)
  }
  // Ids sort by creation, so the smallest belong to the oldest plans.
  for (const key of keys.sort().slice(0, Math.max(0, keys.length - KEPT))) shelf.removeItem(key)
}

/** In the order of the plan; what is about the whole plan comes first. */
export const inPlanOrder = (comments: readonly DraftComment[]): DraftComment[] =>
  [...comments].sort((a, b) => (a.line ?? 0) - (b.line ?? 0))

export const toComments = (comments: readonly DraftComment[]): Comment[] =>
  inPlanOrder(comments).map(({ id: _, ...comment }) => comment)

/** Comments as one message, for when the decision they belonged to was taken by somebody else. */
export function commentsAsMessage(title: string, draft: Draft): string {
  const parts = inPlanOrder(draft.comments).map((comment) => {
    const where =
      comment.line === undefined ? "" : `On line ${comment.line}${comment.end_line ? `–${comment.end_line}` : ""}`
    const quote = comment.quote ? ` (“${comment.quote}”)` : ""
    return where ? `${where}${quote}: ${comment.text}` : comment.text
  })
  const words = draft.words.trim()
  return [`About your plan “${title}”:`, ...(words ? [words] : []), ...parts].join("\n\n")
}
