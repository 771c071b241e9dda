// A team: one lead, any number of teammates, one workspace, one policy.
import { z } from "zod"
import { MachineName } from "./ids"
import { Policy, PolicyPatch } from "./policy"

export const Paused = z.object({ reason: z.enum(["budget", "unattended", "human"]), at: z.string() })
export type Paused = z.infer<typeof Paused>

export const Team = z.object({
  id: z.string(),
  name: z.string(),
  workspace: z.string(),
  instructions: z.string(),
  policy: Policy,
  paused: Paused.nullable(),
  /** Only processes of this name (COUNTERSIGN_MACHINE) run its agents; null: any process does. */
  machine: MachineName.nullable(),
  created_at: z.string(),
})
export type Team = z.infer<typeof Team>

export const NewTeam = z.strictObject({
  name: z.string().trim().min(1, "a team needs a name").max(80),
  workspace: z.string().trim().min(1).max(4_000).optional(),
  instructions: z.string().max(20_000).default(""),
  policy: PolicyPatch.default({}),
  /** Left out: the machine of the process that makes the workspace. */
  machine: MachineName.nullable().optional(),
})
export type NewTeam = z.infer<typeof NewTeam>
