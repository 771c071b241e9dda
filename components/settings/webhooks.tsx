// Webhooks: addresses that are told of each request and each decision, and what became of the newest deliveries.
"use client"

import { type FormEvent, useRef, useState } from "react"
import { Banner } from "@/components/ui/banner"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import { Field } from "@/components/ui/field"
import { Moment } from "@/components/ui/time"
import { createWebhookAction, deleteWebhookAction } from "@/lib/actions/webhooks"
import { Confirm } from "./confirm"
import { Deliveries } from "./deliveries"
import { Rows, SettingsRow } from "./rows"
import { Section } from "./section"
import { ShownOnce } from "./shown-once"
import { useChange } from "./use-change"

type Webhook = { id: string; url: string; created_by: string; created_at: string }

export function Webhooks({ webhooks }: { webhooks: Webhook[] }) {
  const { error, change } = useChange()
  const [adding, setAdding] = useState(false)
  return (
    <Section
      title="Webhooks"
      about="Addresses that are told when a request opens and when it is decided. Signed, and tried again when they do not answer."
      wide
      action={<Button onClick={() => setAdding(true)}>Add a webhook</Button>}
    >
      {error && <Banner framed urgent tone="fail" fact={error} />}
      {webhooks.length === 0 ? (
        <p className="text-text-2">No webhooks yet.</p>
      ) : (
        <Rows label="Webhooks">
          {webhooks.map((webhook) => (
            <SettingsRow
              key={webhook.id}
              title={<span className="font-mono text-small">{webhook.url}</span>}
              note={
                <>
                  Added by {webhook.created_by.replace(/^human:/, "")} <Moment at={webhook.created_at} />
                </>
              }
              action={
                <>
                  <Deliveries id={webhook.id} url={webhook.url} />
                  <Confirm
                    button="Remove"
                    label={`Remove ${webhook.url}`}
                    title="Remove this webhook?"
                    verb="Remove it"
                    onConfirm={() => change(deleteWebhookAction, { id: webhook.id })}
                  >
                    {webhook.url} is told no more. What waits to be delivered is dropped, with its log.
                  </Confirm>
                </>
              }
            />
          ))}
        </Rows>
      )}
      <AddWebhook open={adding} onOpenChange={setAdding} />
    </Section>
  )
}

function AddWebhook({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { busy, error, change } = useChange()
  const [secret, setSecret] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const first = useRef<HTMLInputElement>(null)
  const close = () => {
    onOpenChange(false)
    setSecret(null)
  }
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const url = String(new FormData(event.currentTarget).get("url") ?? "").trim()
    const made = await change(createWebhookAction, { url })
    if (made) setSecret(made.secret)
  }
  if (secret)
    return (
      <ShownOnce
        secret={secret}
        title="Copy the secret now"
        description="It is shown this once. Check the header Countersign-Signature with it: an HMAC-SHA256 over the time, a dot and the body."
        open={open}
        onClose={close}
      />
    )
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title="Add a webhook"
      description="It receives the event as JSON, plans included: name only an address you trust."
      initialFocus={first}
      onSubmit={() => form.current?.requestSubmit()}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" busy={busy} hint="⌘⏎" onClick={() => form.current?.requestSubmit()}>
            Add the webhook
          </Button>
        </>
      }
    >
      <form ref={form} onSubmit={(event) => void add(event)} noValidate className="mt-3 grid gap-3">
        <Field
          ref={first}
          label="Address"
          name="url"
          placeholder="https://example.com/hooks/countersign"
          autoComplete="off"
          error={error?.replace(/^url: /, "")}
        />
      </form>
    </Dialog>
  )
}
