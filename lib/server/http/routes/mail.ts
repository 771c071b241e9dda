// What is said: messages from people, an agent's inbox and its transcript.
import "server-only"
import { z } from "zod"
import { AgentName, LEAD } from "@/lib/core/ids"
import { Message } from "@/lib/core/message"
import { sendHumanMessage } from "@/lib/server/inbox/send-human-message"
import { listInbox } from "@/lib/server/queries/list-inbox"
import { listTranscript } from "@/lib/server/queries/list-transcript"
import { Generation, PageQuery } from "../paging"
import { route } from "../route"
import { endpoint } from "../serve"

export const NewMessage = z.strictObject({
  to: AgentName.default(LEAD),
  content: z
    .string()
    .max(100_000)
    .refine((text) => text.trim() !== "", "the message is empty"),
})

export const messages = endpoint("/api/teams/{team}/messages", {
  POST: route({
    access: "operate",
    summary: "Say something to an agent, the lead unless told",
    body: NewMessage,
    status: 202,
    answer: z.object({ message: Message }),
    kept: (message: Message) => ({ message }),
    handler: async ({ runtime, params, body, principal }) => ({
      message: await sendHumanMessage(runtime, params.team!, body, principal.subject),
    }),
  }),
})

const OfOneAgent = PageQuery.extend({ generation: Generation })

export const inbox = endpoint("/api/teams/{team}/agents/{name}/inbox", {
  GET: route({
    access: "read",
    summary: "An agent's inbox, delivered and undelivered; looking changes nothing",
    query: OfOneAgent,
    answer: z.object({ messages: z.array(Message), next: z.string().nullable() }),
    handler: ({ runtime, params, query: { generation, ...page } }) =>
      listInbox(runtime, params.team!, params.name!, generation, page),
  }),
})

const Entry = z.object({
  id: z.int(),
  turn: z.int(),
  role: z.enum(["user", "assistant"]),
  content: z.array(z.record(z.string(), z.unknown())),
  at: z.string(),
})

export const transcript = endpoint("/api/teams/{team}/agents/{name}/transcript", {
  GET: route({
    access: "read",
    summary: "An agent's conversation, as blocks of the Messages API",
    query: OfOneAgent,
    answer: z.object({ entries: z.array(Entry), next: z.string().nullable() }),
    handler: ({ runtime, params, query: { generation, ...page } }) =>
      listTranscript(runtime, params.team!, params.name!, generation, page),
  }),
})
