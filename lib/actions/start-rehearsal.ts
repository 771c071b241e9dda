// One click to see the product: a team of its own, and the first try-it prompt said to its lead.
"use server"

import { z } from "zod"
import { LEAD } from "@/lib/core/ids"
import { sendHumanMessage } from "@/lib/server/inbox/send-human-message"
import { listTeams } from "@/lib/server/queries/list-teams"
import { createTeam } from "@/lib/server/teams/create-team"
import { defineAction } from "./define-action"

const FIRST_PROMPT = "Spawn alice as a backend dev. Ask her to create a file. Then request her shutdown."

export const startRehearsalAction = defineAction({
  role: "operator",
  input: z.void(),
  run: async ({ runtime, principal }): Promise<{ team: string }> => {
    const taken = new Set((await listTeams(runtime)).map(({ team }) => team.name))
    let name = "Rehearsal"
    for (let n = 2; taken.has(name); n++) name = `Rehearsal ${n}`
    const team = await createTeam(runtime, { name, instructions: "", policy: {} }, principal.subject)
    await sendHumanMessage(runtime, team.id, { to: LEAD, content: FIRST_PROMPT }, principal.subject)
    return { team: team.id }
  },
})
