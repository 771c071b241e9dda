// The OpenAPI 3.1 document, made from the endpoints and the same zod schemas that check the calls.
import "server-only"
import { z } from "zod"
import type { Env } from "@/lib/server/env"
import { cookieName } from "@/lib/server/session/cookie"
import type { Access } from "@/lib/server/session/principal"
import { ENDPOINTS } from "./endpoints"
import type { Method } from "./methods"
import { LISTED, MOST_LISTED } from "./paging"
import type { Route } from "./route"
import type { Endpoint } from "./serve"

type Json = Record<string, unknown>

export const WHO: Record<Access, string> = {
  public: "Nobody needs to be signed in.",
  read: "Roles: viewer, reviewer, operator. Scopes: read, decide, operate.",
  decide: "Roles: reviewer, operator. Scopes: decide, operate.",
  operate: "Role: operator. Scope: operate.",
  agent: "Scope: agent.",
}

export function openApiDocument(version: string, env: Pick<Env, "url">): Json {
  const paths = Object.fromEntries(ENDPOINTS.map((endpoint) => [endpoint.path, pathItem(endpoint)]))
  return {
    openapi: "3.1.0",
    info: {
      title: "Countersign",
      version,
      description:
        "People decide what agents may do. Lists take `after` (exclusive) and `limit` (100, at most 1000) and answer `next`, null at the end. POSTs accept `Idempotency-Key`.",
    },
    servers: [{ url: env.url }],
    security: [{ bearer: [] }, { session: [] }],
    paths: { ...paths, "/api/openapi.json": OWN_PATH },
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        session: { type: "apiKey", in: "cookie", name: cookieName(env), description: "Set by POST /api/session." },
      },
      schemas: { Error: ERROR_SCHEMA },
      responses: {
        Error: {
          description: "What went wrong, in one sentence.",
          content: jsonContent({ $ref: "#/components/schemas/Error" }),
        },
      },
    },
  }
}

const jsonContent = (schema: Json): Json => ({ "application/json": { schema } })

const ERROR_SCHEMA: Json = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message"],
      properties: { code: { type: "string" }, message: { type: "string" } },
    },
  },
}

const OWN_PATH: Json = {
  get: {
    operationId: "get_openapi_json",
    summary: "This document",
    description: WHO.read,
    responses: {
      "200": { description: "OpenAPI 3.1", content: jsonContent({ type: "object" }) },
      default: { $ref: "#/components/responses/Error" },
    },
  },
}

function pathItem({ path, calls }: Endpoint): Json {
  const entries = Object.entries(calls) as [Method, Route][]
  return Object.fromEntries(entries.map(([method, one]) => [method.toLowerCase(), operation(path, method, one)]))
}

function operation(path: string, method: Method, one: Route): Json {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const inPath = names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }))
  return {
    operationId: `${method.toLowerCase()}${path
      .replace("/api", "")
      .replace(/[{}]/g, "")
      .replace(/[^a-z_]+/g, "_")}`,
    summary: one.summary,
    description: WHO[one.access],
    ...(one.access === "public" ? { security: [] } : {}),
    parameters: [...inPath, ...queryParameters(one), ...streamParameter(one), ...keyParameter(method, one)],
    ...(one.body ? { requestBody: requestBody(one.body) } : {}),
    responses: { [String(one.status ?? 200)]: goodAnswer(one), default: { $ref: "#/components/responses/Error" } },
  }
}

function requestBody(schema: z.ZodType): Json {
  return { required: !schema.safeParse({}).success, content: jsonContent(jsonSchema(schema, "input")) }
}

const textContent = (media: string): Json => ({ [media]: { schema: { type: "string" } } })

function goodAnswer(one: Route): Json {
  const content = {
    ...(one.answer ? jsonContent(jsonSchema(one.answer, "output")) : {}),
    ...(one.media ? textContent(one.media) : {}),
  }
  return { description: one.summary, ...(Object.keys(content).length > 0 ? { content } : {}) }
}

/** A list that is also a stream resumes where its reader left off. */
const streamParameter = (one: Route): Json[] =>
  one.answer && one.media === "text/event-stream"
    ? [{ name: "Last-Event-ID", in: "header", required: false, schema: { type: "string", pattern: "^\\d{1,15}$" } }]
    : []

function queryParameters(one: Route): Json[] {
  if (!one.query) return []
  const { properties = {} } = jsonSchema(one.query, "input") as { properties?: Record<string, Json> }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: false,
    schema: NUMBERS[name] ?? schema,
  }))
}

/** Written as text in an address, and read as numbers. */
const NUMBERS: Record<string, Json> = {
  limit: { type: "integer", minimum: 1, maximum: MOST_LISTED, default: LISTED },
  generation: { type: "integer", minimum: 1 },
}

const keyParameter = (method: Method, one: Route): Json[] =>
  method === "POST" && one.access !== "public" && one.repeatable !== false
    ? [{ name: "Idempotency-Key", in: "header", required: false, schema: { type: "string", maxLength: 255 } }]
    : []

function jsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: "draft-2020-12", io, unrepresentable: "any" })
  return rest as Json
}
