// The newest part of an agent's conversation and inbox, or what came before or after; looking changes nothing.
"use server"

import { z } from "zod"
import { getAgentRecord } from "@/lib/server/queries/get-agent-record"
import { OfAgent } from "./action-input"
import { defineAction } from "./define-action"

const LARGEST = 2 ** 31 - 1
const entryId = z.int().min(0).max(LARGEST)
const messageId = z.string().min(1).max(100)

export const getAgentRecordAction = defineAction({
  role: "viewer",
  input: z.strictObject({
    ...OfAgent.shape,
    generation: z.int().min(1).max(LARGEST).optional(),
    before: entryId.optional(),
    after: entryId.optional(),
    limit: z.int().min(0).max(500).default(80),
    mail_before: messageId.optional(),
    mail_after: messageId.optional(),
    mail_limit: z.int().min(0).max(500).default(100),
  }),
  run: ({ runtime, input: { team, name, generation, ...part } }) =>
    getAgentRecord(runtime, team, name, generation, part),
})
