// Every key there is, by the place where it works.
"use client"

import { useRef } from "react"
import { Dialog } from "@/components/ui/dialog"
import { Kbd } from "@/components/ui/kbd"
import { closeOverlay } from "./open-palette"

type Row = { keys: string[][]; does: string }

const PLACES: { place: string; rows: Row[] }[] = [
  {
    place: "Everywhere",
    rows: [
      { keys: [["⌘", "K"]], does: "Search or run" },
      { keys: [["G", "Q"]], does: "Queue" },
      { keys: [["G", "T"]], does: "Team" },
      { keys: [["G", "L"]], does: "Timeline" },
      { keys: [["G", "H"]], does: "Home" },
      { keys: [["/"]], does: "Filter" },
      { keys: [["Esc"]], does: "Close, back" },
      { keys: [["?"]], does: "These keys" },
    ],
  },
  {
    place: "Queue",
    rows: [
      { keys: [["J"], ["K"]], does: "Next, previous" },
      { keys: [["Enter"]], does: "Read" },
      { keys: [["X"]], does: "Select" },
      { keys: [["A"]], does: "Approve; twice for high risk" },
      { keys: [["R"]], does: "Reject" },
      { keys: [["W"]], does: "Add words" },
      { keys: [["."]], does: "Show new ones" },
      { keys: [["S"]], does: "Shut down its agent" },
    ],
  },
  {
    place: "Plan",
    rows: [
      {
        keys: [
          ["⇧", "J"],
          ["⇧", "K"],
        ],
        does: "Next, previous line",
      },
      { keys: [["C"]], does: "Comment" },
      { keys: [["N"], ["P"]], does: "Next, previous change" },
      { keys: [["V"]], does: "Changes or whole plan" },
      { keys: [["I"]], does: "Facts" },
    ],
  },
  {
    place: "Dialogs and composer",
    rows: [
      { keys: [["⌘", "Enter"]], does: "The main action" },
      { keys: [["Enter"]], does: "Send to the lead" },
      { keys: [["⇧", "Enter"]], does: "New line" },
    ],
  },
  {
    place: "Timeline",
    rows: [
      { keys: [["J"], ["K"]], does: "Next, previous event" },
      { keys: [["Enter"]], does: "Its request" },
      { keys: [["M"]], does: "Jump to a moment" },
      { keys: [["End"]], does: "Follow" },
    ],
  },
]

export function KeysDialog({ open }: { open: boolean }) {
  const list = useRef<HTMLDivElement>(null)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && closeOverlay()}
      title="Keys"
      description="Single keys are off while you type. The account menu switches them off altogether."
      size="l"
      closable
      initialFocus={list}
    >
      <div ref={list} tabIndex={-1} className="mt-4 columns-1 gap-8 outline-hidden md:columns-2">
        {PLACES.map(({ place, rows }) => (
          <section key={place} className="mb-5 break-inside-avoid">
            <h3 className="mb-1 text-small font-medium text-text-3">{place}</h3>
            <dl>
              {rows.map((row) => (
                <div key={row.does} className="flex min-h-7 items-center gap-3">
                  <dt className="flex-1 text-text-2">{row.does}</dt>
                  <dd className="flex gap-2">
                    {row.keys.map((combination) => (
                      <span key={combination.join()} className="flex gap-0.5">
                        {combination.map((key) => (
                          <Kbd key={key}>{key}</Kbd>
                        ))}
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
