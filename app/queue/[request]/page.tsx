// One request, open for review.
import type { Metadata } from "next"
import { NoSuchRequest } from "@/components/queue/no-such-request"
import { Review } from "@/components/queue/review"
import type { ReviewMode } from "@/components/queue/review-model"
import { requireViewer } from "@/lib/server/session/require-viewer"
import { readDetail, readReview } from "../read-queue"

type Props = { params: Promise<{ request: string }>; searchParams: Promise<{ view?: string | string[] }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await requireViewer()
  const detail = await readDetail((await params).request)
  if (!detail) return { title: "Queue" }
  const { title, request } = detail.item
  return { title: request.revision > 1 ? `${title}, revision ${request.revision}` : title }
}

export default async function RequestPage({ params, searchParams }: Props) {
  const { view } = await searchParams
  const review = await readReview((await params).request, modeOf(view))
  return review ? <Review model={review.model} paper={review.paper} /> : <NoSuchRequest />
}

const modeOf = (view: string | string[] | undefined): ReviewMode | null =>
  view === "raw" || view === "plan" || view === "changes" ? view : null
