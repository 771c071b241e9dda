// Structured logs: one line of JSON each, to standard error, without secrets and without what people wrote.
import "server-only"
import pino, { type DestinationStream, type Logger } from "pino"

const MAX_CAUSES = 4

/** Database errors repeat the statement's values, among them hashes and people's words; those lines are left out. */
const withoutValues = (text: string): string => text.replace(/\n?params:[\s\S]*?(?=\n {4}at |$)/g, "")

/** PostgreSQL's data exceptions quote the value they stumble over. */
const statesValue = (error: Error): boolean => /^22...$/.test(String((error as { code?: unknown }).code ?? ""))
const withoutMessage = ({ message, stack = "" }: Error & { code?: unknown }): string =>
  `${message.split(/:|"/)[0]}…${stack.slice(stack.indexOf(message) + message.length)}`

/** What broke and where, without the values that were being handled. */
export function causesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [`a thrown ${typeof error}`]
  const causes: string[] = []
  for (let current: unknown = error; current instanceof Error && causes.length < MAX_CAUSES; current = current.cause)
    causes.push(withoutValues(statesValue(current) ? withoutMessage(current) : (current.stack ?? current.message)))
  return causes
}

export const createLog = (level: string, destination: DestinationStream): Logger =>
  pino(
    {
      level,
      base: undefined,
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { error: causesOf },
      redact: ["*.token", "*.password", "*.apiKey", "*.authToken", "*.authorization", "*.cookie"],
    },
    destination,
  )

/** A level that other programs know and this one does not must not keep it from starting. */
const asked = process.env.LOG_LEVEL?.toLowerCase() ?? ""
const known = asked === "silent" || asked in pino.levels.values

export const log = createLog(
  known ? asked : process.env.VITEST ? "silent" : "warn",
  pino.destination({ dest: 2, sync: true }),
)
