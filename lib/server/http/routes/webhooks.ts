// Webhooks, for operators: who is told of requests and decisions, and what became of each delivery.
import "server-only"
import { z } from "zod"
import {
  createWebhook,
  DeliveryInfo,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  NewWebhook,
  WebhookInfo,
} from "@/lib/server/webhooks/webhooks"
import { IdPageQuery, pageOf } from "../paging"
import { route } from "../route"
import { endpoint } from "../serve"

export const webhooks = endpoint("/api/webhooks", {
  GET: route({
    access: "operate",
    summary: "All webhooks, without their secrets",
    query: IdPageQuery("webhook"),
    answer: z.object({ webhooks: z.array(WebhookInfo), next: z.string().nullable() }),
    handler: async ({ runtime, query }) => {
      const { items, next } = pageOf(await listWebhooks(runtime), (webhook) => webhook.id, query)
      return { webhooks: items, next }
    },
  }),
  POST: route({
    access: "operate",
    summary: "Tell an address of each request that opens and each decision; its secret is shown once",
    body: NewWebhook,
    status: 201,
    shownOnce: true,
    answer: z.object({ id: z.string(), secret: z.string() }),
    handler: ({ runtime, body, principal }) => createWebhook(runtime, body, principal.subject),
  }),
})

export const webhook = endpoint("/api/webhooks/{id}", {
  DELETE: route({
    access: "operate",
    summary: "Tell this address no more",
    status: 204,
    handler: ({ runtime, params }) => deleteWebhook(runtime, params.id!),
  }),
})

export const webhookDeliveries = endpoint("/api/webhooks/{id}/deliveries", {
  GET: route({
    access: "operate",
    summary: "The newest deliveries of a webhook, newest first",
    answer: z.object({ deliveries: z.array(DeliveryInfo) }),
    handler: async ({ runtime, params }) => ({ deliveries: await listDeliveries(runtime, params.id!) }),
  }),
})
