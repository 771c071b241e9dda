// Requests: the queue over HTTP, one request with all that belongs to it, the decision, and asking an agent to leave.
import "server-only"
import { z } from "zod"
import { Event } from "@/lib/core/event"
import { AgentName } from "@/lib/core/ids"
import { Message } from "@/lib/core/message"
import { PROTOCOLS, ShutdownPayload } from "@/lib/core/protocols"
import { Comment, Request, RequestStatus } from "@/lib/core/request"
import { getRequestDetail } from "@/lib/server/queries/get-request-detail"
import { listRequests } from "@/lib/server/queries/list-requests"
import { decideRequest } from "@/lib/server/requests/decide-request"
import { requestShutdown } from "@/lib/server/requests/request-shutdown"
import type { Settled } from "@/lib/server/requests/settle"
import { PageQuery } from "../paging"
import { route } from "../route"
import { endpoint } from "../serve"

const RequestFilter = PageQuery.extend({
  team: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,100}$/, "team is a team's id")
    .optional(),
  status: RequestStatus.optional(),
  type: z.enum(Object.keys(PROTOCOLS)).optional(),
  agent: AgentName.optional(),
})

export const requests = endpoint("/api/requests", {
  GET: route({
    access: "read",
    summary: "Requests of all teams, oldest first",
    query: RequestFilter,
    answer: z.object({ requests: z.array(Request), next: z.string().nullable() }),
    handler: ({ runtime, query: { after, limit, ...filter } }) => listRequests(runtime, filter, { after, limit }),
  }),
})

export const request = endpoint("/api/requests/{request_id}", {
  GET: route({
    access: "read",
    summary: "A request with its revisions, messages and events",
    answer: z.object({
      request: Request,
      revisions: z.array(Request),
      messages: z.array(Message),
      events: z.array(Event),
    }),
    handler: async ({ runtime, params }) => {
      const { item, revisions, messages, events } = await getRequestDetail(runtime, params.request_id!)
      return { request: item.request, revisions, messages, events }
    },
  }),
})

export const Decision = z.strictObject({
  approve: z.boolean(),
  feedback: z.string().max(20_000).optional(),
  comments: z.array(Comment).max(500).optional(),
  // Of any form: whatever is not the digest on record was made from something else.
  payload_sha256: z.string().max(200).optional(),
})

export const decision = endpoint("/api/requests/{request_id}/decision", {
  POST: route({
    access: "decide",
    summary: "Approve or reject",
    body: Decision,
    answer: z.object({ request: Request }),
    kept: (settled: Settled) => (settled.ok ? { request: settled.request } : undefined),
    handler: async ({ runtime, params, body, principal }) => ({
      request: await decideRequest(runtime, params.request_id!, body, principal.subject),
    }),
  }),
})

export const Leave = z.strictObject({
  reason: ShutdownPayload.shape.reason.removeDefault().optional(),
  force: z.boolean().default(false),
})

export const shutdown = endpoint("/api/teams/{team}/agents/{name}/shutdown", {
  POST: route({
    access: "operate",
    summary: "Ask an agent to leave, or make it",
    body: Leave,
    status: 202,
    answer: z.object({ request: Request }),
    kept: (asked: { request: Request }) => ({ request: asked.request }),
    handler: async ({ runtime, params, body, principal }) => ({
      request: await requestShutdown(runtime, params.team!, params.name!, body, principal.subject),
    }),
  }),
})
