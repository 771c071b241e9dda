// A person's decision, bound to the digest of what the page showed.
"use server"

import { z } from "zod"
import { Decision } from "@/lib/server/http/routes/requests"
import { decideRequest } from "@/lib/server/requests/decide-request"
import { defineAction } from "./define-action"

export const decideRequestAction = defineAction({
  role: "reviewer",
  input: z.strictObject({
    request_id: z.string().min(1).max(100),
    ...Decision.shape,
    // A page always knows what it showed; only the API may leave it out.
    payload_sha256: Decision.shape.payload_sha256.unwrap(),
  }),
  run: ({ runtime, principal, input: { request_id, ...decision } }) =>
    decideRequest(runtime, request_id, decision, principal.subject),
})
