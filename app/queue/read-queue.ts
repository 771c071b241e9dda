// Reads the queue and one review for the pages below; a list that cannot be read does not take the plan away.
import os from "node:os"
import { cache } from "react"
import type { Queue } from "@/components/queue/queue-order"
import type { ReviewMode } from "@/components/queue/review-model"
import { reviewModelOf } from "@/components/queue/review-model-of"
import { AppError } from "@/lib/core/errors"
import { getRequestDetail } from "@/lib/server/queries/get-request-detail"
import { listQueue } from "@/lib/server/queries/list-queue"
import { getRuntime } from "@/lib/server/runtime/get-runtime"
import { requireViewer } from "@/lib/server/session/require-viewer"

const NOTHING: Queue = { waiting: [], under_way: [], decided_today: [] }

/** Once for a page, however many of its parts ask. */
export const readQueue = cache(async (): Promise<{ queue: Queue; error: string | null }> => {
  try {
    return { queue: await listQueue(await getRuntime()), error: null }
  } catch (error) {
    if (error instanceof AppError) return { queue: NOTHING, error: error.message }
    throw error
  }
})

export const readDetail = cache(async (requestId: string) => {
  try {
    return await getRequestDetail(await getRuntime(), requestId)
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null
    throw error
  }
})

export async function readReview(requestId: string, wanted: ReviewMode | null) {
  const viewer = await requireViewer()
  const { protocols } = await getRuntime()
  const detail = await readDetail(requestId)
  if (!detail) return null
  return reviewModelOf({ detail, viewer, wanted, workspace: fromHome(detail.item.team.workspace), protocols })
}

const fromHome = (path: string): string => {
  const home = os.homedir()
  return home !== "/" && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
}
