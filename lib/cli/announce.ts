// What a person reads after a start: where it listens, how to get in, who speaks, where things are kept.
import type { ServerFacts } from "@/lib/core/page-views"
import { type Env, tokenWarning } from "@/lib/server/env"

export function describeServer(env: Env, facts: ServerFacts): string[] {
  return [
    facts.model === "rehearsal"
      ? "Model:   rehearsal: a script that needs no key; nothing leaves this machine"
      : `Model:   ${facts.model_id}`,
    facts.store === "embedded" ? `Store:   embedded, in ${env.dataDir}` : "Store:   PostgreSQL",
    ...(env.machine === null
      ? []
      : [`Machine: ${env.machine}, for the teams pinned to it and for those pinned to none`]),
    facts.sandbox
      ? "Sandbox: yes, commands see their workspace and no network"
      : "Sandbox: none works here, commands run UNSANDBOXED; every plan counts as high risk",
  ]
}

export function announce(env: Env, facts: ServerFacts, signInLink: string): void {
  const warning = tokenWarning(env)
  if (warning) console.error(warning)
  console.log([`Countersign listens on ${env.url}`, `Sign in: ${signInLink}`, ...describeServer(env, facts)].join("\n"))
}
