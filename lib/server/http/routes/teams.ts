// Teams: creating, listing, the snapshot, policy and pause.
import "server-only"
import { z } from "zod"
import { Usage } from "@/lib/core/agent"
import { MachineName } from "@/lib/core/ids"
import { PolicyPatch } from "@/lib/core/policy"
import { NewTeam, Team } from "@/lib/core/team"
import { TeamView } from "@/lib/core/team-view"
import { getTeamView } from "@/lib/server/queries/get-team-view"
import { listTeams } from "@/lib/server/queries/list-teams"
import { createTeam } from "@/lib/server/teams/create-team"
import { updateTeam } from "@/lib/server/teams/update-team"
import { IdPageQuery, pageOf } from "../paging"
import { route } from "../route"
import { endpoint } from "../serve"

const ListedTeam = Team.extend({
  waiting: z.int(),
  working: z.int(),
  agents: z.int(),
  failed: z.int(),
  usage: Usage,
  spent_today_usd: z.number(),
  seq: z.int(),
})

export const teams = endpoint("/api/teams", {
  GET: route({
    access: "read",
    summary: "All teams with what waits in them",
    query: IdPageQuery("team"),
    answer: z.object({ teams: z.array(ListedTeam), next: z.string().nullable() }),
    handler: async ({ runtime, query }) => {
      const listed = (await listTeams(runtime)).map(({ team, failing: _, newest: __, ...rest }) => ({
        ...team,
        ...rest,
      }))
      const byAge = listed.sort((a, b) => (a.id < b.id ? -1 : 1))
      const { items, next } = pageOf(byAge, (team) => team.id, query)
      return { teams: items, next }
    },
  }),
  POST: route({
    access: "operate",
    summary: "Create a team with a lead",
    body: NewTeam,
    status: 201,
    answer: z.object({ team: Team }),
    kept: (team: Team) => ({ team }),
    handler: async ({ runtime, body, principal }) => ({ team: await createTeam(runtime, body, principal.subject) }),
  }),
})

export const TeamPatch = z
  .strictObject({
    policy: PolicyPatch.optional(),
    // `null` is how a team that is not paused reads.
    paused: z
      .boolean()
      .nullable()
      .transform((paused) => paused ?? false)
      .optional(),
    machine: MachineName.nullable().optional(),
  })
  .refine(
    (patch) => Object.values(patch).some((value) => value !== undefined),
    "say what to change: policy, paused or machine",
  )

export const team = endpoint("/api/teams/{team}", {
  GET: route({
    access: "read",
    summary: "A team as it stands: agents, pending and recent requests, tasks, usage, and the seq it was read at",
    answer: TeamView,
    handler: ({ runtime, params }) => getTeamView(runtime, params.team!),
  }),
  PATCH: route({
    access: "operate",
    summary: "Change a team's policy, pause it or let it go on, or move it to another machine",
    body: TeamPatch,
    answer: z.object({ team: Team }),
    handler: async ({ runtime, params, body, principal }) => ({
      team: await updateTeam(runtime, params.team!, body, principal.subject),
    }),
  }),
})
