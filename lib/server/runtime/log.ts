// Structured logs: one line of JSON each, to standard error, without secrets.
import "server-only"
import pino from "pino"

export const log = pino(
  {
    level: process.env.LOG_LEVEL ?? (process.env.VITEST ? "silent" : "warn"),
    base: undefined,
    serializers: { error: pino.stdSerializers.err },
    redact: ["*.token", "*.password", "*.apiKey", "*.authToken", "*.authorization", "*.cookie"],
  },
  pino.destination({ dest: 2, sync: true }),
)
