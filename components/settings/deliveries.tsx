// The newest deliveries of one webhook, read when asked for.
"use client"

import { useState } from "react"
import { Banner } from "@/components/ui/banner"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import { Moment } from "@/components/ui/time"
import { listDeliveriesAction } from "@/lib/actions/webhooks"
import { callAction } from "@/lib/client/call-action"

type Delivery = { team: string; seq: number; state: string; attempts: number; due_at: string; error: string | null }

const STATE: Record<string, string> = { waiting: "Waiting", delivered: "Delivered", given_up: "Given up" }

export function Deliveries({ id, url }: { id: string; url: string }) {
  const [open, setOpen] = useState(false)
  const [found, setFound] = useState<Delivery[] | null>(null)
  const [error, setError] = useState<string | null>(null)
  const show = async () => {
    setOpen(true)
    const answer = await callAction(listDeliveriesAction, { id })
    if (answer.ok) setFound(answer.value)
    else setError(answer.error.message)
  }
  return (
    <>
      <Button variant="quiet" aria-label={`Deliveries to ${url}`} onClick={() => void show()}>
        Deliveries
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Newest deliveries"
        description={url}
        footer={
          <Button variant="primary" onClick={() => setOpen(false)}>
            Done
          </Button>
        }
      >
        {error && <Banner framed urgent tone="fail" fact={error} />}
        {found?.length === 0 && <p className="mt-3 text-text-2">Nothing was sent yet. The next request will be.</p>}
        {found && found.length > 0 && (
          <ul aria-label="Deliveries" className="mt-3 max-h-80 overflow-y-auto border-y border-line">
            {found.map((delivery) => (
              <li
                key={`${delivery.team}:${delivery.seq}`}
                className="flex gap-3 border-b border-line py-2 last:border-0"
              >
                <span className="w-20 flex-none font-medium">{STATE[delivery.state] ?? delivery.state}</span>
                <span className="min-w-0 flex-1 text-text-2">
                  event {delivery.seq}, {delivery.attempts === 1 ? "1 try" : `${delivery.attempts} tries`}
                  {delivery.error ? `. ${delivery.error}` : ""}
                </span>
                <span className="flex-none text-text-3">
                  <Moment at={delivery.due_at} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Dialog>
    </>
  )
}
