// What every verb of the server is given: the store, the live tail, and the facts of this machine.
import "server-only"
import type { ServerFacts } from "@/lib/core/page-views"
import type { ProtocolTable } from "@/lib/core/protocols"
import type { AgentKey, Store } from "./db/store"
import type { Env } from "./env"
import type { EventBus } from "./event-log/event-bus"

export type ServerContext = {
  env: Env
  store: Store
  bus: EventBus
  facts: ServerFacts
  protocols: ProtocolTable
  /** Tells whoever runs this agent to stop its stream, and with `hard` its running command too. */
  interrupt(key: AgentKey, hard: boolean): void
}
