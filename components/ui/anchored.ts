// Puts a popover of the top layer beside its button, inside the window.

export type Side = "bottom" | "top" | "left" | "right"
export type Align = "start" | "center" | "end"

const EDGE = 8

export function placeBeside(panel: HTMLElement, anchor: HTMLElement, side: Side, align: Align, gap = 4): void {
  const from = anchor.getBoundingClientRect()
  const own = { width: panel.offsetWidth, height: panel.offsetHeight }
  const room = { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight }
  let top: number
  let left: number
  if (side === "bottom" || side === "top") {
    const below = from.bottom + gap
    const above = from.top - gap - own.height
    const fitsBelow = below + own.height <= room.height - EDGE
    top = side === "bottom" ? (fitsBelow || above < EDGE ? below : above) : above < EDGE ? below : above
    left = along(align, from.left, from.right, own.width)
  } else {
    const right = from.right + gap
    const before = from.left - gap - own.width
    const fitsRight = right + own.width <= room.width - EDGE
    left = side === "right" ? (fitsRight || before < EDGE ? right : before) : before < EDGE ? right : before
    top = along(align, from.top, from.bottom, own.height)
  }
  panel.style.top = `${Math.round(clamp(top, room.height - own.height - EDGE))}px`
  panel.style.left = `${Math.round(clamp(left, room.width - own.width - EDGE))}px`
}

const clamp = (value: number, most: number): number => Math.max(EDGE, Math.min(value, most))

function along(align: Align, start: number, end: number, length: number): number {
  if (align === "start") return start
  return align === "end" ? end - length : (start + end - length) / 2
}
