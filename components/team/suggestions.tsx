// What to say first: in a rehearsal the pieces it can play, as quiet rows that fill the composer.
"use client"

import { Icon } from "../ui/icon"

const PIECES = [
  "Spawn alice as a backend dev. Ask her to create a file. Then request her shutdown.",
  "Spawn bob with a refactoring task. Have him submit a plan first. Then review and approve it.",
  "Spawn charlie, have him submit a plan, then approve it.",
]

type Props = { rehearsal: boolean; canOperate: boolean; onChoose: (text: string) => void }

export function Suggestions({ rehearsal, canOperate, onChoose }: Props) {
  return (
    <div className="mb-2">
      <p className="font-medium">Nothing was said yet.</p>
      <p className="mt-0.5 text-text-2">
        {rehearsal
          ? "This team rehearses: no model is connected, and the lead plays one of these pieces with real tools."
          : "Tell the lead what you want. It brings in teammates, and each one plans before it changes anything."}
      </p>
      {rehearsal && canOperate && (
        <ul className="mt-3 border-t border-line">
          {PIECES.map((piece) => (
            <li key={piece} className="border-b border-line">
              <button
                type="button"
                onClick={() => onChoose(piece)}
                className="ring-inside group flex w-full items-start gap-2.5 py-2 text-left text-text-2 hover:bg-hover hover:text-text"
              >
                <Icon name="chevron-right" className="mt-0.5 text-text-3 group-hover:text-ink" />
                {piece}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
