// The tools by which agents talk: to one, to all, and reading one's own inbox.
import "server-only"
import { z } from "zod"
import { LEAD } from "@/lib/core/ids"
import { notInTeam } from "@/lib/server/db/agent-rows"
import { memberNames } from "@/lib/server/inbox/member-names"
import { postMessage } from "@/lib/server/inbox/post-message"
import { renderMessage } from "@/lib/server/inbox/render-mail"
import { takeMail } from "@/lib/server/inbox/take-mail"
import { refusable } from "./task-tools"
import { defineTool, failed, said } from "./tool"

const content = z.string().trim().min(1, "the message is empty").max(100_000)

export const sendMessage = defineTool<{ to: string; content: string }>({
  kind: "records",
  name: "send_message",
  for: "both",
  description: "Send a message to one member of the team; it wakes them, unless they wait for a decision.",
  input: z.strictObject({ to: z.string().min(1).max(64), content }),
  summary: (input) => `to ${input.to}`,
  locks: (input) => [input.to],
  write: (tx, { team }, self, others, input) =>
    refusable(async () => {
      const receiver = others.get(input.to)
      if (!receiver) throw notInTeam(input.to, await memberNames(tx.db, team.id))
      if (receiver.name === self.name) return failed("Error: that is your own inbox.")
      await postMessage(tx, receiver, { from: self.name, type: "message", content: input.content })
      return said(`Sent to ${receiver.name}.`, "sent")
    }),
})

export const broadcast = defineTool<{ content: string }>({
  kind: "records",
  name: "broadcast",
  for: "lead",
  description: "Send one message to every teammate.",
  input: z.strictObject({ content }),
  summary: (input) => input.content.slice(0, 120),
  locks: () => "all",
  write: async (tx, _context, self, others, input) => {
    const receivers = [...others.values()].filter((other) => other.name !== self.name)
    if (receivers.length === 0) return said("There is nobody to tell: the team has no teammates.", "nobody")
    for (const receiver of receivers)
      await postMessage(tx, receiver, { from: self.name, type: "broadcast", content: input.content })
    return said(`Sent to ${receivers.map((receiver) => receiver.name).join(", ")}.`, `to ${receivers.length}`)
  },
})

export const checkInbox = defineTool<Record<string, never>>({
  kind: "records",
  name: "check_inbox",
  for: "both",
  description:
    "Take the mail that has arrived since this turn began. Mail also reaches you by itself at the start of each turn.",
  input: z.strictObject({}),
  summary: () => "",
  locks: () => [],
  write: async (tx, { turn, protocols }, self) => {
    const mail = await takeMail(tx, protocols, self, turn)
    if (mail.length === 0) return said("Your inbox is empty.", "empty")
    return said(mail.map(renderMessage).join("\n\n"), `${mail.length} taken`)
  },
})

export const listTeammates = defineTool<Record<string, never>>({
  kind: "records",
  name: "list_teammates",
  for: "lead",
  description: "List the teammates with their role, status and gate.",
  input: z.strictObject({}),
  summary: () => "",
  locks: () => "all",
  write: async (_tx, _context, _self, others) => {
    const mates = [...others.values()].filter((other) => other.name !== LEAD)
    if (mates.length === 0) return said("There are no teammates.", "0")
    const lines = mates.map(
      (mate) => `${mate.name} (${mate.role}): ${mate.status}, gate ${mate.gate}, ${mate.unread} unread`,
    )
    return said(lines.join("\n"), String(mates.length))
  },
})
