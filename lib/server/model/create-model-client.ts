// Chooses who speaks for the agents: the Messages API where the environment names one, else the rehearsal.
import "server-only"
import { AnthropicClient } from "./anthropic-client"
import type { ModelClient } from "./model-client"
import { RehearsalClient } from "./rehearsal-client"

export type ModelChoice =
  | { provider: "anthropic"; apiKey: string | null; authToken: string | null; baseURL: string | null }
  | { provider: "rehearsal" }

export const createModelClient = (choice: ModelChoice): ModelClient =>
  choice.provider === "anthropic" ? new AnthropicClient(choice) : new RehearsalClient()
