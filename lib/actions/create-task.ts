// A person puts a task on the board.
"use server"

import { z } from "zod"
import { AgentName } from "@/lib/core/ids"
import { createTask } from "@/lib/server/tasks/create-task"
import { TeamId } from "./action-input"
import { defineAction } from "./define-action"

export const createTaskAction = defineAction({
  role: "operator",
  input: z.strictObject({
    team: TeamId,
    subject: z.string().trim().min(1, "a task needs a subject").max(200),
    description: z.string().max(20_000).optional(),
    blocked_by: z.array(z.int().min(1)).max(100).optional(),
    owner: AgentName.optional(),
  }),
  run: ({ runtime, principal, input: { team, ...task } }) => createTask(runtime, team, task, principal.subject),
})
