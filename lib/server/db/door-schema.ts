// The tables of people, credentials and whoever is told from outside, for Drizzle.
import "server-only"
import { bigint, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core"
import { moment } from "./moment"

export const users = pgTable("users", {
  name: text().primaryKey(),
  role: text().$type<"viewer" | "reviewer" | "operator">().notNull(),
  passwordHash: text("password_hash").notNull(),
  createdAt: moment("created_at").notNull(),
})

export const sessions = pgTable("sessions", {
  /** SHA-256 of the cookie's secret; the secret itself is never stored. */
  hash: text().primaryKey(),
  id: text().notNull(),
  subject: text().notNull(),
  role: text().$type<"viewer" | "reviewer" | "operator">().notNull(),
  label: text().notNull(),
  createdAt: moment("created_at").notNull(),
  expiresAt: moment("expires_at").notNull(),
})

export const tokens = pgTable("tokens", {
  id: text().primaryKey(),
  name: text().notNull(),
  hash: text().notNull(),
  scope: text().$type<"read" | "decide" | "operate" | "agent">().notNull(),
  team: text(),
  agent: text(),
  createdBy: text("created_by").notNull(),
  createdAt: moment("created_at").notNull(),
  lastUsedAt: moment("last_used_at"),
})

export const signInCodes = pgTable("sign_in_codes", {
  hash: text().primaryKey(),
  expiresAt: moment("expires_at").notNull(),
})

export const idempotency = pgTable(
  "idempotency",
  {
    principal: text().notNull(),
    key: text().notNull(),
    fingerprint: text().notNull(),
    status: integer(),
    body: jsonb().$type<unknown>(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.principal, table.key] })],
)

export const webhooks = pgTable("webhooks", {
  id: text().primaryKey(),
  url: text().notNull(),
  /** Signs what is sent; kept as it is, since signing needs it. */
  secret: text().notNull(),
  createdBy: text("created_by").notNull(),
  createdAt: moment("created_at").notNull(),
})

export const deliveries = pgTable(
  "deliveries",
  {
    webhook: text().notNull(),
    team: text().notNull(),
    seq: bigint({ mode: "number" }).notNull(),
    state: text().$type<"waiting" | "delivered" | "given_up">().notNull(),
    attempts: integer().notNull().default(0),
    dueAt: moment("due_at").notNull(),
    status: integer(),
    error: text(),
    endedAt: moment("ended_at"),
  },
  (table) => [primaryKey({ columns: [table.webhook, table.team, table.seq] })],
)
