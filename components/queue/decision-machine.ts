// The decision bar as a machine: what a press does, when it takes a second one, and when it does nothing at all.

export type BarMode = "open" | "armed" | "rejecting" | "sending"

export type Bar = {
  mode: BarMode
  /** The field for words that go with an approval is open. */
  wording: boolean
  /** Why the server said no; it stays until the next press. */
  refusal: string | null
}

export type BarInput =
  | { type: "approve"; highRisk: boolean }
  | { type: "reject" }
  | { type: "words" }
  | { type: "cancel" }
  | { type: "disarm" }
  | { type: "send" }
  | { type: "refused"; reason: string }
  | { type: "settled" }

export const OPEN_BAR: Bar = { mode: "open", wording: false, refusal: null }

/** A press that arrives this soon after another plan came into view was meant for the one before. */
export const STRAY_PRESS_MS = 400
export const isStray = (now: number, shownAt: number): boolean => now - shownAt < STRAY_PRESS_MS

/** `send` says that this press is the decision itself. */
export function pressed(bar: Bar, input: BarInput): { bar: Bar; send: boolean } {
  const stay = (next: Partial<Bar>) => ({ bar: { ...bar, ...next }, send: false })
  if (bar.mode === "sending") {
    if (input.type === "refused") return stay({ mode: "open", refusal: input.reason })
    return input.type === "settled" ? { bar: OPEN_BAR, send: false } : { bar, send: false }
  }
  switch (input.type) {
    case "approve":
      if (input.highRisk && bar.mode !== "armed") return stay({ mode: "armed", refusal: null })
      return { bar: { ...bar, mode: "sending", refusal: null }, send: true }
    case "reject":
      return stay({ mode: "rejecting", refusal: null })
    case "send":
      return { bar: { ...bar, mode: "sending", refusal: null }, send: true }
    case "words":
      return stay({ wording: true })
    case "disarm":
      return bar.mode === "armed" ? stay({ mode: "open" }) : { bar, send: false }
    case "cancel":
      if (bar.mode !== "open") return stay({ mode: "open" })
      return stay({ wording: false })
    case "settled":
      return { bar: OPEN_BAR, send: false }
    case "refused":
      return stay({ mode: "open", refusal: input.reason })
  }
}
