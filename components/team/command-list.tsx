// The commands and names offered while somebody types after a slash.
"use client"

import { classes } from "../ui/classes"
import type { Completion } from "./composer-commands"

type Props = {
  id: string
  offers: readonly Completion[]
  chosen: number
  onTake: (index: number) => void
  onPoint: (index: number) => void
}

export function CommandList({ id, offers, chosen, onTake, onPoint }: Props) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Commands"
      className="absolute inset-x-0 bottom-full z-20 mb-1.5 max-h-64 overflow-y-auto rounded-l bg-raised p-1.5 shadow-pop"
    >
      {offers.map((offer, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and its keys choose.
        <div
          key={offer.insert}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          tabIndex={-1}
          // The field must not lose the focus to a press here.
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => onPoint(index)}
          onClick={() => onTake(index)}
          className={classes(
            "flex min-h-8 items-center gap-3 rounded-m px-2 pointer-coarse:min-h-11",
            index === chosen && "bg-selected",
          )}
        >
          <code>{offer.label}</code>
          <span className="cut ml-auto text-small text-text-3">{offer.hint}</span>
        </div>
      ))}
    </div>
  )
}
