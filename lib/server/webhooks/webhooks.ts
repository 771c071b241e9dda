// Webhooks: addresses that are told of each request that opens and of each decision, with a log of what was delivered.
import "server-only"
import { randomBytes } from "node:crypto"
import { desc, eq } from "drizzle-orm"
import { z } from "zod"
import { AppError } from "@/lib/core/errors"
import { newId } from "@/lib/core/ids"
import type { ServerContext } from "@/lib/server/context"
import { deliveries, webhooks } from "@/lib/server/db/door-schema"
import { hostOf, isClosed } from "./reachable-address"

export const NewWebhook = z.strictObject({
  url: z
    .string()
    .max(2_000)
    .refine(
      (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
      "must be an http or https address",
    )
    .refine((text) => !URL.canParse(text) || new URL(text).username === "", "must hold no user name or password")
    .refine((text) => !URL.canParse(text) || !isClosed(hostOf(text)), "must be an address that may be called"),
})

export const WebhookInfo = z.object({ id: z.string(), url: z.string(), created_by: z.string(), created_at: z.string() })
export type WebhookInfo = z.infer<typeof WebhookInfo>

export const DeliveryInfo = z.object({
  team: z.string(),
  seq: z.int(),
  state: z.enum(["waiting", "delivered", "given_up"]),
  attempts: z.int(),
  due_at: z.string(),
  status: z.int().nullable(),
  error: z.string().nullable(),
  ended_at: z.string().nullable(),
})
export type DeliveryInfo = z.infer<typeof DeliveryInfo>

const MOST = 50
type Context = Pick<ServerContext, "store">

/** The secret is shown once, to be kept where signatures are checked. */
export async function createWebhook(
  { store }: Context,
  input: z.infer<typeof NewWebhook>,
  by: string,
): Promise<{ id: string; secret: string }> {
  const id = newId("webhook")
  const secret = `whs_${randomBytes(24).toString("base64url")}`
  await store.transaction(async (tx) => {
    const existing = await tx.db.select({ id: webhooks.id }).from(webhooks)
    if (existing.length >= MOST) throw new AppError("conflict", `There are ${MOST} webhooks already; remove one first.`)
    await tx.db.insert(webhooks).values({ id, url: input.url, secret, createdBy: by, createdAt: tx.at })
  })
  return { id, secret }
}

export async function listWebhooks({ store }: Context): Promise<WebhookInfo[]> {
  const rows = await store.read.select().from(webhooks).orderBy(webhooks.id)
  return rows.map((row) => ({ id: row.id, url: row.url, created_by: row.createdBy, created_at: row.createdAt }))
}

export async function deleteWebhook({ store }: Context, id: string): Promise<void> {
  const gone = await store.transaction((tx) =>
    tx.db.delete(webhooks).where(eq(webhooks.id, id)).returning({ id: webhooks.id }),
  )
  if (gone.length === 0) throw new AppError("not_found", `There is no webhook "${id}".`)
}

/** The newest deliveries, newest first. */
export async function listDeliveries({ store }: Context, id: string, limit = 100): Promise<DeliveryInfo[]> {
  const known = await store.read.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.id, id))
  if (known.length === 0) throw new AppError("not_found", `There is no webhook "${id}".`)
  const rows = await store.read
    .select()
    .from(deliveries)
    .where(eq(deliveries.webhook, id))
    .orderBy(desc(deliveries.dueAt), desc(deliveries.seq))
    .limit(limit)
  return rows.map(({ team, seq, state, attempts, dueAt, status, error, endedAt }) => ({
    team,
    seq,
    state,
    attempts,
    due_at: dueAt,
    status,
    error,
    ended_at: endedAt,
  }))
}
