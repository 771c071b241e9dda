// How mail reads to a model: one block a message, its sender and type in attributes that no content can forge.
import "server-only"
import { escapeAttribute, escapeMail } from "@/lib/core/mail-markup"
import type { Message } from "@/lib/core/message"

export function renderMessage(message: Message): string {
  const attributes: [string, string | undefined][] = [
    ["id", message.id],
    ["from", message.from],
    ["type", message.type],
    ["request_id", message.metadata.request_id],
    ["approve", message.metadata.approve === undefined ? undefined : String(message.metadata.approve)],
  ]
  const head = attributes
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${escapeAttribute(value)}"`]))
    .join(" ")
  return `<message ${head}>\n${escapeMail(message.content)}\n</message>`
}

export const renderMail = (mail: readonly Message[]): { type: "text"; text: string }[] =>
  mail.map((message) => ({ type: "text", text: renderMessage(message) }))
