// The API as a page shows it: every call with who may make it, what it takes and what it answers, from the same schemas.
import "server-only"
import { z } from "zod"
import { ENDPOINTS } from "./endpoints"
import { WHO } from "./openapi"
import type { Route } from "./route"

export type ReferenceField = { name: string; type: string; required: boolean }
export type ReferenceCall = {
  method: string
  path: string
  summary: string
  who: string
  query: ReferenceField[]
  body: ReferenceField[]
  answers: string
}

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
}

export function apiReference(): ReferenceCall[] {
  return ENDPOINTS.flatMap(({ path, calls }) =>
    Object.entries(calls).map(([method, one]) => ({
      method,
      path,
      summary: one.summary,
      who: WHO[one.access],
      query: fieldsOf(one.query),
      body: fieldsOf(one.body),
      answers: answerOf(one),
    })),
  )
}

function answerOf(one: Route): string {
  const status = one.status ?? 200
  const fields = fieldsOf(one.answer).map((field) => field.name)
  const form = fields.length > 0 ? [`${status} { ${fields.join(", ")} }`] : [String(status)]
  return [...form, ...(one.media ? [one.media] : [])].join(", ")
}

function fieldsOf(schema: z.ZodType | undefined): ReferenceField[] {
  if (!schema) return []
  const shape = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema
  const forms = shape.anyOf ?? [shape]
  const all = forms.flatMap((form) =>
    Object.entries(form.properties ?? {}).map(([name, field]) => ({
      name,
      type: typeOf(field),
      required: forms.length === 1 && (form.required ?? []).includes(name),
    })),
  )
  return all.filter((field, index) => all.findIndex((other) => other.name === field.name) === index)
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ")
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(" | ")
  if (schema.type === "array") return `${schema.items ? typeOf(schema.items) : "any"}[]`
  return Array.isArray(schema.type) ? schema.type.join(" | ") : (schema.type ?? "any")
}
