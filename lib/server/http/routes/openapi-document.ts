// GET /api/openapi.json: the API described by itself.
import "server-only"
import { openApiDocument } from "../openapi"
import { route } from "../route"
import { endpoint } from "../serve"

export const openapi = endpoint("/api/openapi.json", {
  GET: route({
    access: "read",
    summary: "This document",
    handler: async ({ runtime }) => openApiDocument(runtime.facts.version, runtime.env),
  }),
})
