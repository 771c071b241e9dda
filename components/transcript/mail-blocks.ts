// Mail as the model is shown it, read back: one `<message id="…" from="…" type="…">` block for each message.

export type MailTaken = { id: string; from: string; type: string; requestId: string | null; text: string }

const MESSAGE = /<message\b([^>]*)>\n?([\s\S]*?)\n?<\/message>/g
const ATTRIBUTE = /([a-z_]+)="([^"]*)"/g

/** The server escapes what agents write, so a message cannot end its own block and pose as another. */
const plainText = (text: string): string =>
  text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")

/** The messages in one text block, and whatever stands around them. */
export function parseMail(text: string): { taken: MailTaken[]; rest: string } {
  const taken: MailTaken[] = []
  const rest = text.replace(MESSAGE, (_whole, attributes: string, body: string) => {
    const facts = new Map<string, string>()
    for (const [, name, value] of attributes.matchAll(ATTRIBUTE)) facts.set(name!, plainText(value!))
    taken.push({
      id: facts.get("id") ?? "",
      from: facts.get("from") ?? "",
      type: facts.get("type") ?? "message",
      requestId: facts.get("request_id") ?? null,
      text: plainText(body),
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
