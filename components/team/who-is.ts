// Who somebody is to a reader: `lead` is the lead, `human:dana` is Dana, `agent:otto` is otto.
import { HUMAN, LEAD } from "@/lib/core/ids"

const PERSON = `${HUMAN}:`

export const isPerson = (by: string): boolean => by === HUMAN || by.startsWith(PERSON)

/** In a sentence: "asked by the lead". */
export const whoIs = (by: string): string => (by === LEAD ? "the lead" : by === HUMAN ? "a person" : nameOf(by))

/** As a name standing alone: "lead", "Dana", "Operator". */
export function nameOf(by: string): string {
  if (by === HUMAN) return "Person"
  if (by.startsWith("policy:")) return `the rule ${by.slice("policy:".length)}`
  if (!by.startsWith(PERSON)) return by.replace(/^agent:/, "")
  const name = by.slice(PERSON.length)
  return name.charAt(0).toUpperCase() + name.slice(1)
}
