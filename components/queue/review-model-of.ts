// Makes the review of a request from its detail: facts, lines, the sentence of the lease. Runs on the server.

import { markdownTree } from "@/components/plan/markdown-tree"
import { planFacts } from "@/components/plan/plan-facts"
import { type DiffRow, diffRows } from "@/components/plan/revision-diff"
import { signerOf } from "@/components/plan/signer"
import type { RequestDetail, Viewer } from "@/lib/core/page-views"
import { approvalSentence, type PlanPayload } from "@/lib/core/plan"
import { fateSentence, type PlacedComment, placeComments } from "@/lib/core/plan-comment-fate"
import { hiddenSummary } from "@/lib/core/plan-hidden-characters"
import { planRows, type Row, rowText, sourceLines } from "@/lib/core/plan-rows"
import { type ProtocolTable, protocolOf } from "@/lib/core/protocols"
import type { Request } from "@/lib/core/request"
import type { ReviewMode, ReviewModel } from "./review-model"

export type Comparison = { rows: DiffRow[]; placed: PlacedComment[]; whose: string; before: Request }
export type Paper =
  | { kind: "plan"; rows: Row[] }
  | { kind: "raw"; source: string }
  | { kind: "changes"; comparison: Comparison }
  | { kind: "fields" }

type Given = {
  detail: RequestDetail
  viewer: Viewer
  wanted: ReviewMode | null
  workspace: string
  protocols: ProtocolTable
}

export function reviewModelOf(given: Given): { model: ReviewModel; paper: Paper } {
  const { detail, viewer, wanted, workspace, protocols } = given
  const { item, revisions } = detail
  const { request } = item
  const protocol = protocolOf(request.type, protocols)
  const shared = {
    item,
    chain: revisions.map(withoutPayload),
    fields: protocol?.fields(request.payload) ?? [],
    label: protocol?.label ?? request.type,
    decidable: protocol?.answeredBy === "human",
    changes: "",
  }
  if (request.type !== "plan_approval") {
    const sentence = [
      { text: `Approving tells ` },
      { text: item.agent.name, strong: true },
      { text: ` yes to this ${shared.label}. Nothing else changes.` },
    ]
    return { model: { ...shared, plan: null, sentence, mode: "plan" }, paper: { kind: "fields" } }
  }
  const payload = request.payload as PlanPayload
  const before = revisions.find((other) => other.request_id === request.previous)
  const mode: ReviewMode = before ? (wanted ?? "changes") : wanted === "raw" ? "raw" : "plan"
  const rows = rowsOf(request)
  const texts = [payload.plan, item.title, payload.rollback, ...payload.files, ...payload.commands]
  const plan = {
    facts: planFacts(detail, request),
    lines: mode === "raw" ? sourceLines(payload.plan).map((_, index) => index + 1) : rows.map((row) => row.line),
    hidden: hiddenSummary(texts),
  }
  const sentence = approvalSentence(payload, item.agent.name, workspace)
  const model: ReviewModel = { ...shared, plan, sentence, mode }
  if (mode === "raw") return { model, paper: { kind: "raw", source: payload.plan } }
  if (mode === "plan" || !before) return { model: { ...model, mode: "plan" }, paper: { kind: "plan", rows } }
  const comparison = compare(before, rows, viewer)
  return { model: { ...model, changes: changesSentence(comparison, viewer) }, paper: { kind: "changes", comparison } }
}

const CACHED = 24
const cache = new Map<string, Row[]>()

/** A plan never changes once it is sent, and a long one takes a while to parse: its digest finds what was made before. */
function rowsOf(request: Request): Row[] {
  const source = (request.payload as PlanPayload).plan
  const rows = cache.get(request.payload_sha256) ?? planRows(markdownTree(source), source)
  cache.delete(request.payload_sha256)
  cache.set(request.payload_sha256, rows)
  for (const oldest of cache.keys()) {
    if (cache.size <= CACHED) break
    cache.delete(oldest)
  }
  return rows
}

/** The chain is shown by its ends; the plans themselves stay on the server. */
const withoutPayload = (request: Request): Request => ({ ...request, payload: {} })

function compare(before: Request, after: readonly Row[], viewer: Viewer): Comparison {
  const rows = diffRows(rowsOf(before), after)
  const lines = rows.map((row) => ({
    kind: row.kind,
    before: row.before?.line ?? null,
    after: row.after?.line ?? null,
    afterText: row.after ? rowText(row.after) : "",
  }))
  const signer = before.resolution ? signerOf(before.resolution.by, viewer) : null
  return {
    rows,
    placed: placeComments(before.resolution?.comments ?? [], lines),
    whose: signer?.isYou ? "You" : (signer?.name ?? ""),
    before,
  }
}

/** “5 passages changed since you read revision 1. All 3 of your comments were on passages that changed.” */
function changesSentence({ rows, placed, before }: Comparison, viewer: Viewer): string {
  const signer = before.resolution ? signerOf(before.resolution.by, viewer) : null
  const count = rows.filter((row) => row.kind !== "same").length
  const since = signer?.isYou ? `since you read revision ${before.revision}` : `since revision ${before.revision}`
  const changed =
    count === 0 ? `No passage changed ${since}.` : `${count} passage${count === 1 ? "" : "s"} changed ${since}.`
  const fate = fateSentence(placed, signer?.isYou ? "your" : `${signer?.name ?? "their"}’s`)
  return fate ? `${changed} ${fate}` : changed
}
