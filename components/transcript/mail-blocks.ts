// Mail as the model is shown it, read back: one `<message id="…" from="…" type="…">` block for each message.
import { unescapeAttribute, unescapeMail } from "@/lib/core/mail-markup"

export type MailTaken = { id: string; from: string; type: string; requestId: string | null; text: string }

const MESSAGE = /<message\b([^>]*)>\n?([\s\S]*?)\n?<\/message>/g
const ATTRIBUTE = /([a-z_]+)="([^"]*)"/g

/** The messages in one text block, and whatever stands around them. */
export function parseMail(text: string): { taken: MailTaken[]; rest: string } {
  const taken: MailTaken[] = []
  const rest = text.replace(MESSAGE, (_whole, attributes: string, body: string) => {
    const facts = new Map<string, string>()
    for (const [, name, value] of attributes.matchAll(ATTRIBUTE)) facts.set(name!, unescapeAttribute(value!))
    taken.push({
      id: facts.get("id") ?? "",
      from: facts.get("from") ?? "",
      type: facts.get("type") ?? "message",
      requestId: facts.get("request_id") ?? null,
      text: unescapeMail(body),
    })
    return ""
  })
  return { taken, rest: rest.trim() }
}

/** "Took 2 messages, from lead and juno". */
export function mailSentence(taken: readonly MailTaken[]): string {
  const names = [...new Set(taken.map(({ from }) => (from === "human" ? "a person" : from)))]
  const shown = names.length > 3 ? `${names.slice(0, 2).join(", ")} and ${names.length - 2} others` : joinNames(names)
  return `Took ${taken.length === 1 ? "1 message" : `${taken.length} messages`}, from ${shown}`
}

export function joinNames(names: readonly string[]): string {
  if (names.length <= 1) return names[0] ?? ""
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`
}
