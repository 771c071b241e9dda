// Structured logs: one line of JSON each, to standard error, without secrets.
import "server-only"
import pino from "pino"

/** A level that other programs know and this one does not must not keep it from starting. */
const asked = process.env.LOG_LEVEL?.toLowerCase() ?? ""
const known = asked === "silent" || asked in pino.levels.values

/** Database errors repeat the statement's values, among them hashes and people's words; those lines are left out. */
const withoutValues = (text: string): string => text.replace(/\n?params:[\s\S]*?(?=\n {4}at |$)/g, "")

const MAX_CAUSES = 4

/** What broke and where, cause by cause, without the values that were being handled. */
export function causesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [`a thrown ${typeof error}`]
  const causes: string[] = []
  for (let current: unknown = error; current instanceof Error && causes.length < MAX_CAUSES; current = current.cause)
    causes.push(withoutValues(current.stack ?? current.message))
  return causes
}

export const log = pino(
  {
    level: known ? asked : process.env.VITEST ? "silent" : "warn",
    base: undefined,
    serializers: { error: causesOf },
    redact: ["*.token", "*.password", "*.apiKey", "*.authToken", "*.authorization", "*.cookie"],
  },
  pino.destination({ dest: 2, sync: true }),
)
