// Sentences of the decision bar: why one cannot decide, who was faster, how many more are needed.
import { signerOf } from "@/components/plan/signer"
import type { Viewer } from "@/lib/core/page-views"
import type { Request } from "@/lib/core/request"

const NUMBER = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
const several = (count: number) => NUMBER[count] ?? String(count)

/** “Countersigned by Dana; one more is needed.” */
export function quorumSentence(request: Request, quorum: number, viewer: Viewer): string | null {
  if (request.status !== "pending" || quorum <= 1) return null
  const names = request.approvals.map((approval) => signerOf(approval.by, viewer).name)
  const left = quorum - names.length
  const needed = `${several(left)} more ${left === 1 ? "is" : "are"} needed.`
  if (names.length === 0) return `This team wants ${several(quorum)} different people to countersign.`
  return `Countersigned by ${names.join(", ")}; ${needed}`
}

/** Why this person cannot decide now, or null. */
export function cannotDecide(viewer: Viewer, offline: string | null): string | null {
  if (viewer.role === "viewer") return "You can read plans but not decide them."
  return offline
}

export const alreadySigned = (request: Request, viewer: Viewer): boolean =>
  request.status === "pending" && request.approvals.some((approval) => approval.by === `human:${viewer.name}`)

/** “2 comments go along”. */
export const goesAlong = (count: number): string => `${count} comment${count === 1 ? " goes" : "s go"} along`

/** “Your comment was not sent.” */
export function unsentSentence(comments: number, words: boolean): string {
  if (comments === 0) return words ? "Your words were not sent." : ""
  return comments === 1 ? "Your comment was not sent." : `Your ${comments} comments were not sent.`
}

export function endedFact(request: Request, agent: string, viewer: Viewer): string {
  const { resolution } = request
  const signer = resolution ? signerOf(resolution.by, viewer) : null
  switch (resolution?.reason) {
    case "superseded":
      return `${agent} sent another plan while you were reading.`
    case "withdrawn":
      return `${agent}'s plan was withdrawn.`
    case "expired":
      return "The deadline passed; this plan was rejected as expired."
    case "forced":
      return `${signer?.name ?? "Somebody"} ended this by force.`
    default:
      return `${signer?.isYou ? "You" : signer?.name} ${request.status} this`
  }
}
