// What the process that is killed says it was promised, one line of JSON each.
import type { RequestStatus } from "@/lib/core/request"

export type Acknowledged =
  | { kind: "team" | "message"; id: string }
  | { kind: "request"; id: string; status: RequestStatus }
