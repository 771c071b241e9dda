// Selecting words in the plan offers to comment on just that passage.
"use client"

import { type RefObject, useEffect, useState } from "react"
import { Icon } from "@/components/ui/icon"
import { Kbd } from "@/components/ui/kbd"
import { type Spot, useDesk } from "./plan-desk"

type Offer = { spot: Spot; top: number; left: number }

/** The lines and words of the selection, when it lies in the plan. */
export function selectedPassage(paper: HTMLElement | null): (Spot & { rect: DOMRect }) | null {
  const selection = window.getSelection()
  if (!paper || !selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const quote = selection.toString().trim()
  const from = lineOf(range.startContainer)
  const to = lineOf(range.endContainer) ?? from
  if (!quote || from === null || to === null || !paper.contains(range.commonAncestorContainer)) return null
  const [line, end] = from <= to ? [from, to] : [to, from]
  return {
    line,
    ...(end > line ? { end_line: end } : {}),
    quote: quote.slice(0, 4_000),
    rect: range.getBoundingClientRect(),
  }
}

function lineOf(node: Node): number | null {
  const element = node instanceof Element ? node : node.parentElement
  const line = element?.closest<HTMLElement>("[data-line]")?.dataset.line
  return line === undefined ? null : Number(line)
}

export function PassageButton({ paper, disabled }: { paper: RefObject<HTMLElement | null>; disabled: boolean }) {
  const desk = useDesk()
  const [offer, setOffer] = useState<Offer | null>(null)
  useEffect(() => {
    if (disabled) return
    const look = () => {
      const found = selectedPassage(paper.current)
      const frame = paper.current?.getBoundingClientRect()
      if (!found || !frame || !paper.current) return setOffer(null)
      const { rect, ...spot } = found
      const top = rect.bottom - frame.top + paper.current.scrollTop + 6
      setOffer({ spot, top, left: Math.min(Math.max(8, rect.left - frame.left), frame.width - 190) })
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(look, 120)
    }
    document.addEventListener("selectionchange", soon)
    return () => {
      clearTimeout(timer)
      document.removeEventListener("selectionchange", soon)
    }
  }, [paper, disabled])
  if (!offer || disabled) return null
  return (
    <button
      type="button"
      // The press must not undo the selection it is about.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => {
        desk.write(offer.spot)
        window.getSelection()?.removeAllRanges()
        setOffer(null)
      }}
      style={{ top: offer.top, left: offer.left }}
      className="absolute z-10 flex h-8 items-center gap-2 rounded-m bg-text px-2.5 text-small font-medium text-surface shadow-pop pointer-coarse:h-11"
    >
      <Icon name="note" />
      Comment on this
      <span className="pointer-coarse:hidden">
        <Kbd inverse>C</Kbd>
      </span>
    </button>
  )
}
