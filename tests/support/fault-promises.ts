// What a server has acknowledged to whoever talks to it from outside: none of it may be lost.
import type { RequestStatus } from "@/lib/core/request"

export type Promised = { messages: Set<string>; requests: Map<string, RequestStatus> }

export const noPromises = (): Promised => ({ messages: new Set(), requests: new Map() })
