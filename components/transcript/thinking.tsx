// What an agent thought before it spoke, folded: it is long, and not addressed to anybody.
"use client"

import { useState } from "react"
import { Icon } from "../ui/icon"

export function Thinking({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="mb-1 max-w-[596px] text-text-3">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="hit flex max-w-full items-center gap-1.5 text-small hover:text-text"
      >
        <Icon name={open ? "chevron-down" : "chevron-right"} size={12} />
        <span className="cut">{open ? "Thought" : `Thought: ${text.slice(0, 160).replaceAll(/\s+/g, " ")}`}</span>
      </button>
      {open && <p className="mt-1 border-l-2 border-line pl-3 text-ui whitespace-pre-wrap">{text}</p>}
    </div>
  )
}
