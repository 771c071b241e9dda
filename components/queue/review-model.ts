// What the review of one request is given: plain data made on the server, where the rules and the protocols are at hand.
import type { PlanFacts } from "@/components/plan/plan-facts"
import type { QueueItem } from "@/lib/core/page-views"
import type { ShownField } from "@/lib/core/protocols"
import type { Request } from "@/lib/core/request"

export type ReviewMode = "changes" | "plan" | "raw"

export type ReviewModel = {
  item: QueueItem
  /** A plan has a document and a lease; any other protocol shows its fields. */
  plan: { facts: PlanFacts; lines: number[]; hidden: { count: number; words: string } } | null
  fields: ShownField[]
  /** What a person calls this kind of request: “plan approval”. */
  label: string
  /** A person answers it here. */
  decidable: boolean
  sentence: { text: string; strong?: boolean }[]
  /** The whole chain, oldest first. */
  chain: Request[]
  mode: ReviewMode
  /** “5 passages changed since you read revision 1.” */
  changes: string
}
