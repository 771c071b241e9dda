// Webhooks: a new one whose secret is shown once, its deliveries, taking one away.
"use server"

import { z } from "zod"
import {
  createWebhook,
  type DeliveryInfo,
  deleteWebhook,
  listDeliveries,
  NewWebhook,
} from "@/lib/server/webhooks/webhooks"
import { defineAction } from "./define-action"

const Id = z.strictObject({ id: z.string().min(1).max(100) })

export const createWebhookAction = defineAction({
  role: "operator",
  input: NewWebhook,
  run: ({ runtime, principal, input }) => createWebhook(runtime, input, principal.subject),
})

export const deleteWebhookAction = defineAction({
  role: "operator",
  input: Id,
  run: async ({ runtime, input }): Promise<null> => {
    await deleteWebhook(runtime, input.id)
    return null
  },
})

export const listDeliveriesAction = defineAction({
  role: "operator",
  input: Id,
  run: ({ runtime, input }): Promise<DeliveryInfo[]> => listDeliveries(runtime, input.id, 20),
})
