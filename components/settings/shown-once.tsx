// A secret in the one moment in which it can be copied: the text, a button that copies it, and the way out.
"use client"

import { useState } from "react"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import { Icon } from "@/components/ui/icon"
import { copyText } from "@/lib/client/copy-text"

type Props = { secret: string; title: string; description: string; open: boolean; onClose: () => void }

export function ShownOnce({ secret, title, description, open, onClose }: Props) {
  const [copied, setCopied] = useState(false)
  const copy = async () => setCopied(await copyText(secret, "The secret was"))
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={() => void copy()}>
            <Icon name={copied ? "check" : "copy"} />
            {copied ? "Copied" : "Copy"}
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <code className="mt-3 block rounded-m border border-line bg-sunken px-3 py-2 break-all select-all">{secret}</code>
    </Dialog>
  )
}
