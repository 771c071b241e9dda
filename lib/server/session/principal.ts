// Who calls: a person with a role or a token with a scope, and what each of them reaches.
import "server-only"
import { z } from "zod"
import type { Viewer } from "@/lib/core/page-views"

export const Role = z.enum(["viewer", "reviewer", "operator"])
export type Role = z.infer<typeof Role>

export const Scope = z.enum(["read", "decide", "operate", "agent"])
export type Scope = z.infer<typeof Scope>

/** What a door asks of whoever knocks. */
export type Access = "public" | Scope

export type Principal = {
  kind: "operator-token" | "user" | "token"
  /** Stands on the timeline as the one who did it. A token acts for the person who made it. */
  subject: string
  label: string
  grant: Role | Scope
  /** The hash of the cookie's secret or of the token; `null` for the operator's own token. */
  credential: string | null
  session: string | null
  /** Whom an agent's token stands for, and since when: an earlier bearer's token is nothing to a later one. */
  team: string | null
  agent: string | null
  since: string | null
}

const REACH: Record<Role | Scope, readonly Scope[]> = {
  viewer: ["read"],
  reviewer: ["read", "decide"],
  operator: ["read", "decide", "operate"],
  read: ["read"],
  decide: ["read", "decide"],
  operate: ["read", "decide", "operate"],
  // An agent's token opens the agents' door and nothing else: it can never decide.
  agent: ["agent"],
}

export const reaches = (principal: Pick<Principal, "grant">, access: Scope): boolean =>
  REACH[principal.grant].includes(access)

export const personName = (subject: string): string => subject.replace(/^human:/, "")

const ROLE_OF: Record<Role | Scope, Role> = {
  viewer: "viewer",
  reviewer: "reviewer",
  operator: "operator",
  read: "viewer",
  decide: "reviewer",
  operate: "operator",
  agent: "viewer",
}

export const viewerOf = (principal: Principal): Viewer => ({
  name: personName(principal.subject),
  role: ROLE_OF[principal.grant],
  // As a name in a sentence, like everybody else's.
  label: principal.label.charAt(0).toUpperCase() + principal.label.slice(1),
})
