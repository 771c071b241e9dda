// Asks once more before something that cannot be taken back; the focus is on leaving things as they are.
"use client"

import { type ReactNode, useRef, useState } from "react"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"

type Props = {
  /** The button in the page. */
  button: string
  /** The same button, named for who cannot see the row. */
  label: string
  title: ReactNode
  children: ReactNode
  /** The verb of the red button. */
  verb: string
  onConfirm: () => Promise<unknown>
}

export function Confirm({ button, label, title, children, verb, onConfirm }: Props) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const keep = useRef<HTMLButtonElement>(null)
  const confirm = async () => {
    setBusy(true)
    await onConfirm()
    setBusy(false)
    setOpen(false)
  }
  return (
    <>
      <Button size="s" aria-label={label} onClick={() => setOpen(true)}>
        {button}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={title}
        description={children}
        size="s"
        initialFocus={keep}
        footer={
          <>
            <Button ref={keep} onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button variant="danger" busy={busy} onClick={() => void confirm()}>
              {verb}
            </Button>
          </>
        }
      />
    </>
  )
}
