// What is read out: one polite line that gathers arrivals, one assertive line for failures and a lost connection.
import { createStore } from "zustand/vanilla"

export const spokenStore = createStore<{ polite: string; assertive: string }>(() => ({ polite: "", assertive: "" }))

export function announce(sentence: string, urgency: "polite" | "assertive" = "polite"): void {
  const before = spokenStore.getState()[urgency]
  // The same words twice are read only when the text really changes.
  spokenStore.setState({ [urgency]: before === sentence ? `${sentence}\u00a0` : sentence })
}

const GATHER_MS = 1_000
const arrived = new Map<string, string[]>()

/** Arrivals of one kind within a second become one sentence: "2 plans arrived". */
export function announceArrival(kind: string, sentence: string): void {
  if (arrived.size === 0) setTimeout(sayArrivals, GATHER_MS)
  arrived.set(kind, [...(arrived.get(kind) ?? []), sentence])
}

function sayArrivals() {
  const words = [...arrived].map(([kind, said]) => (said.length === 1 ? said[0] : `${said.length} ${kind} arrived`))
  arrived.clear()
  announce(words.join(". "))
}
