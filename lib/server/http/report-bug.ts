// A bug in the log: what broke and where, without the values that were being handled.
import "server-only"
import { log } from "@/lib/server/runtime/log"

/** Database errors repeat the statement's values, among them hashes and people's words; those lines are left out. */
const withoutValues = (text: string): string => text.replace(/\n?params:[\s\S]*?(?=\n {4}at |$)/g, "")

const MAX_CAUSES = 4

export function reportBug(error: unknown, where: string): void {
  log.error({ where, causes: causesOf(error) }, "a call failed")
}

function causesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [`a thrown ${typeof error}`]
  const causes: string[] = []
  for (let current: unknown = error; current instanceof Error && causes.length < MAX_CAUSES; current = current.cause)
    causes.push(withoutValues(current.stack ?? current.message))
  return causes
}
