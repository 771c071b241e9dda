// The queue with its first plan open beside it; narrow screens show the list alone.
import type { Metadata } from "next"
import { QueueEmpty } from "@/components/queue/queue-empty"
import { inOrder } from "@/components/queue/queue-order"
import { Review } from "@/components/queue/review"
import { readQueue, readReview } from "./read-queue"

export const metadata: Metadata = { title: "Queue" }

type Props = { searchParams: Promise<{ team?: string | string[] }> }

export default async function QueuePage({ searchParams }: Props) {
  const { team } = await searchParams
  const { queue } = await readQueue()
  const first = inOrder(team ? queue.waiting.filter((item) => item.team.id === team) : queue.waiting)[0]
  const review = first ? await readReview(first.request.request_id, null) : null
  if (!review)
    return (
      <div className="grid h-full place-items-center">
        <QueueEmpty />
      </div>
    )
  return <Review model={review.model} paper={review.paper} />
}
