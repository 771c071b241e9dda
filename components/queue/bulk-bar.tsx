// Several plans at once: how many are selected, the one button, and why it cannot be pressed when it cannot.
"use client"

import { useState } from "react"
import { useShallow } from "zustand/react/shallow"
import { useWhyNot } from "@/components/live/connection"
import { useApp } from "@/components/live/live-app"
import { Button } from "@/components/ui/button"
import { decideRequestAction } from "@/lib/actions/decide-request"
import { announce } from "@/lib/client/announce"
import { callAction } from "@/lib/client/call-action"
import type { QueueItem } from "@/lib/core/page-views"
import { checkBulk } from "./bulk"
import { useQueue, useQueueStore } from "./queue-store"

export function BulkBar() {
  const store = useQueueStore()
  const { viewer } = useApp()
  const offline = useWhyNot()
  const items = useQueue(useShallow((view) => view.picked.flatMap((id) => view.queue.items[id] ?? [])))
  const opened = useQueue((view) => view.opened)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const check = checkBulk(items, opened)
  const reason = viewer.role === "viewer" ? "You can read plans but not decide them." : (offline ?? check.reason)

  const approve = async () => {
    setBusy(true)
    setFailure(null)
    for (const item of check.ready) {
      const said = await approveOne(item)
      if (said) {
        setFailure(said)
        break
      }
    }
    setBusy(false)
    store.refresh()
  }
  const approveOne = async (item: QueueItem): Promise<string | null> => {
    const { request_id, payload_sha256 } = item.request
    const answer = await callAction(decideRequestAction, { request_id, approve: true, payload_sha256 })
    if (!answer.ok) return `${item.title}: ${answer.error.message}`
    store.replace(answer.value)
    store.pick(request_id)
    announce(`Approved: ${item.title}`)
    return null
  }
  return (
    <div className="grid flex-none gap-2 border-t border-line-strong bg-surface px-4 py-3">
      {(failure ?? reason) && (
        <p role={failure ? "alert" : undefined} className={failure ? "text-small text-fail" : "text-small text-text-2"}>
          {failure ?? reason}
        </p>
      )}
      <div className="flex items-center gap-2">
        <Button
          variant="primary"
          className="flex-1"
          busy={busy}
          disabled={reason !== null}
          onClick={() => void approve()}
        >
          {check.label}
        </Button>
        <Button variant="quiet" onClick={store.pickNone}>
          Clear
        </Button>
      </div>
    </div>
  )
}
