// What actions take in common: which team, which agent.
import "server-only"
import { z } from "zod"
import { AgentName } from "@/lib/core/ids"

export const TeamId = z.string().min(1).max(100)
export const OfTeam = z.strictObject({ team: TeamId })
export const OfAgent = z.strictObject({ team: TeamId, name: AgentName })
