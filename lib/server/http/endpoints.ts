// Every endpoint of the API: what the OpenAPI document, the access list and the tests are made from.
import "server-only"
import { agent, agents, resume, revoke } from "./routes/agents"
import { backup } from "./routes/backup"
import { health } from "./routes/health"
import { inbox, messages, transcript } from "./routes/mail"
import { mcp } from "./routes/mcp"
import { metrics } from "./routes/metrics"
import { user, users } from "./routes/people"
import { decision, request, requests, shutdown } from "./routes/requests"
import { session } from "./routes/session"
import { team, teams } from "./routes/teams"
import { events, stream, timelineExport } from "./routes/timeline"
import { token, tokens } from "./routes/tokens"
import { webhook, webhookDeliveries, webhooks } from "./routes/webhooks"
import type { Endpoint } from "./serve"

export const ENDPOINTS: readonly Endpoint[] = [
  health,
  session,
  teams,
  team,
  messages,
  agents,
  agent,
  inbox,
  transcript,
  shutdown,
  revoke,
  resume,
  requests,
  request,
  decision,
  events,
  timelineExport,
  stream,
  users,
  user,
  tokens,
  token,
  mcp,
  metrics,
  backup,
  webhooks,
  webhook,
  webhookDeliveries,
]
