// What is in flight when somebody asks an agent to leave.
"use server"

import { getInFlight } from "@/lib/server/queries/get-in-flight"
import { OfAgent } from "./action-input"
import { defineAction } from "./define-action"

export const getInFlightAction = defineAction({
  role: "viewer",
  input: OfAgent,
  run: ({ runtime, input }) => getInFlight(runtime, input.team, input.name),
})
