// API tokens, for operators; one with the scope agent makes its name an external teammate.
import "server-only"
import { z } from "zod"
import { listTokens, NewToken, revokeToken, TokenInfo } from "@/lib/server/session/api-tokens"
import { issueToken } from "../issue-token"
import { IdPageQuery, pageOf } from "../paging"
import { route } from "../route"
import { endpoint } from "../serve"

export const tokens = endpoint("/api/tokens", {
  GET: route({
    access: "operate",
    summary: "All tokens, without their secrets",
    query: IdPageQuery("token"),
    answer: z.object({ tokens: z.array(TokenInfo), next: z.string().nullable() }),
    handler: async ({ runtime, query }) => {
      const { items, next } = pageOf(await listTokens(runtime), (token) => token.id, query)
      return { tokens: items, next }
    },
  }),
  POST: route({
    access: "operate",
    summary: "Create a token; it is shown once",
    body: NewToken,
    status: 201,
    shownOnce: true,
    answer: z.object({ id: z.string(), token: z.string() }),
    handler: ({ runtime, body, principal }) => issueToken(runtime, body, principal.subject),
  }),
})

export const token = endpoint("/api/tokens/{id}", {
  DELETE: route({
    access: "operate",
    summary: "Revoke a token; its streams close",
    status: 204,
    handler: ({ runtime, params }) => revokeToken(runtime, params.id!),
  }),
})
