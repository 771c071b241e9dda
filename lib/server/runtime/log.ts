// Structured logs: one line of JSON each, to standard error, without secrets.
import "server-only"
import pino from "pino"

/** A level that other programs know and this one does not must not keep it from starting. */
const asked = process.env.LOG_LEVEL?.toLowerCase() ?? ""
const known = asked === "silent" || asked in pino.levels.values

export const log = pino(
  {
    level: known ? asked : process.env.VITEST ? "silent" : "warn",
    base: undefined,
    serializers: { error: pino.stdSerializers.err },
    redact: ["*.token", "*.password", "*.apiKey", "*.authToken", "*.authorization", "*.cookie"],
  },
  pino.destination({ dest: 2, sync: true }),
)
