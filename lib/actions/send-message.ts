// A person's words to the lead or to any other agent.
"use server"

import { z } from "zod"
import { NewMessage } from "@/lib/server/http/routes/mail"
import { sendHumanMessage } from "@/lib/server/inbox/send-human-message"
import { TeamId } from "./action-input"
import { defineAction } from "./define-action"

export const sendMessageAction = defineAction({
  role: "operator",
  input: z.strictObject({ team: TeamId, ...NewMessage.shape }),
  run: ({ runtime, principal, input: { team, ...message } }) =>
    sendHumanMessage(runtime, team, message, principal.subject),
})
