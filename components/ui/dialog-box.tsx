// How a modal dialog is drawn and behaves; loaded when the first one is wanted.
"use client"

import { Dialog as Base } from "@base-ui/react/dialog"
import type { KeyboardEvent } from "react"
import { IconButton } from "./button"
import { classes } from "./classes"
import type { DialogProps } from "./dialog"
import { Icon } from "./icon"

const WIDTH = { s: "max-w-[420px]", m: "max-w-[520px]", l: "max-w-[680px]" }

export function DialogBox({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  onSubmit,
  size = "m",
  closable,
  initialFocus,
  finalFocus,
}: DialogProps) {
  const submit = (event: KeyboardEvent) => {
    if (!onSubmit || event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    event.stopPropagation()
    onSubmit()
  }
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-shade transition-opacity duration-(--move) data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-40 grid items-end justify-items-center overflow-y-auto px-4 py-4 md:items-start md:py-[max(16px,14vh)]">
          <Base.Popup
            aria-modal="true"
            initialFocus={initialFocus}
            finalFocus={finalFocus}
            onKeyDown={submit}
            className={classes(
              "flex w-full flex-col rounded-l bg-raised text-text shadow-modal outline-hidden transition-[opacity,translate] duration-(--move) data-ending-style:translate-y-1 data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0",
              WIDTH[size],
            )}
          >
            <div className="px-5 py-4">
              <div className="flex items-start gap-3">
                <Base.Title className="min-w-0 flex-1 text-read font-semibold">{title}</Base.Title>
                {closable && (
                  <Base.Close
                    render={
                      <IconButton label="Close" className="-mt-0.5 -mr-2">
                        <Icon name="close" />
                      </IconButton>
                    }
                  />
                )}
              </div>
              {description && <Base.Description className="mt-0.5 text-text-2">{description}</Base.Description>}
              {children}
            </div>
            {footer && (
              <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line py-3 pr-4 pl-5">
                {footer}
              </div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
