// How a sheet is drawn; loaded when the first one is wanted.
"use client"

import { Dialog as Base } from "@base-ui/react/dialog"
import { IconButton } from "./button"
import { Icon } from "./icon"
import type { SheetProps } from "./sheet"

export function SheetBox({ open, onOpenChange, title, children }: SheetProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-shade transition-opacity duration-(--move) data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          aria-modal="true"
          className="fixed inset-x-0 bottom-0 z-40 flex max-h-[80dvh] flex-col rounded-t-l bg-raised text-text shadow-modal outline-hidden transition-[opacity,translate] duration-(--move) data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0 md:inset-y-0 md:right-0 md:left-auto md:max-h-none md:w-[360px] md:rounded-none"
        >
          <div className="flex h-11 flex-none items-center gap-2 border-b border-line pr-2 pl-4">
            <Base.Title className="cut flex-1 font-semibold">{title}</Base.Title>
            <Base.Close
              render={
                <IconButton label="Close">
                  <Icon name="close" />
                </IconButton>
              }
            />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
