// The queue over all teams: the list stays while the plans beside it change.
import type { ReactNode } from "react"
import { QueueShell } from "@/components/queue/queue-shell"
import { getRuntime } from "@/lib/server/runtime/get-runtime"
import { requireViewer } from "@/lib/server/session/require-viewer"
import { readQueue } from "./read-queue"

export default async function QueueLayout({ children }: { children: ReactNode }) {
  const viewer = await requireViewer()
  const { facts } = await getRuntime()
  const { queue, error } = await readQueue()
  return (
    <QueueShell viewer={viewer} facts={facts} initial={queue} error={error}>
      {children}
    </QueueShell>
  )
}
