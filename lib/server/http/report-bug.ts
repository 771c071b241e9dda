// A bug in the log: what broke and where, without the values that were being handled.
import "server-only"
import { causesOf, log } from "@/lib/server/runtime/log"

export function reportBug(error: unknown, where: string): void {
  log.error({ where, causes: causesOf(error) }, "a call failed")
}
