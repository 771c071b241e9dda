// The environment, parsed once: a wrong value throws one sentence that names the variable.
import "server-only"
import { isIP } from "node:net"
import { resolve, sep } from "node:path"
import { z } from "zod"
import { MachineName } from "@/lib/core/ids"
import { DEFAULT_MODEL } from "@/lib/server/model/default-model"
import type { TelemetrySettings } from "@/lib/server/telemetry/otlp-exporter"

export type ModelSettings =
  | { provider: "anthropic"; apiKey: string | null; authToken: string | null; baseURL: string | null; id: string }
  | { provider: "rehearsal"; id: "rehearsal" }

export type Env = {
  host: string
  /** 0 lets the system choose; whoever listens puts the real one back into PORT before anything else reads it. */
  port: number
  /** What people open. */
  url: string
  /** The origins a browser may send, and the Host headers a request may carry. */
  origins: string[]
  hosts: string[]
  /** Others may stand between the browser and this server: it was told an address of its own. */
  behindProxy: boolean
  dataDir: string
  databaseUrl: string | null
  token: string | null
  workspaces: string[]
  /** What this machine is called; teams pinned to a name run on its processes only. */
  machine: string | null
  /** How many agents this process runs at once. */
  agentsAtOnce: number
  /** Where traces go; null: nowhere. */
  telemetry: TelemetrySettings | null
  model: ModelSettings
}

/** A start that cannot go on; the message is for the person who typed the command. */
export class EnvError extends Error {
  override name = "EnvError"
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/
const WILDCARD = /^(0\.0\.0\.0|::)$/
export const isLoopback = (host: string): boolean => LOOPBACK.test(host)

const isHost = (text: string): boolean =>
  isIP(text) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,252}[A-Za-z0-9])?$/.test(text)
const Port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((port) => port <= 65_535)

/** Visible ASCII without spaces: what may stand in a header. */
const visible = (min: number, max: number) =>
  z
    .string()
    .regex(/^[\x21-\x7e]+$/)
    .min(min)
    .max(max)

const isWebUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
const isOrigin = (text: string): boolean => {
  if (!isWebUrl(text)) return false
  const { pathname, search, hash, username, password } = new URL(text)
  return pathname === "/" && search + hash + username + password === ""
}

/** As the OpenTelemetry specification writes them: `name=value` by commas, values percent-encoded. Null where they are not. */
function headersOf(text: string): Record<string, string> | null {
  const pairs = text
    .split(",")
    .map((pair) => pair.trim())
    .filter(Boolean)
    .map((pair) => /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*=\s*([\x20-\x7e]*)$/.exec(pair))
  try {
    return Object.fromEntries(pairs.map((found) => [found![1]!.toLowerCase(), decodeURIComponent(found![2]!)]))
  } catch {
    return null
  }
}

const Variables = z.object({
  HOST: z.string().refine(isHost).default("127.0.0.1"),
  PORT: z.string().default("4180").pipe(Port),
  COUNTERSIGN_URL: z.string().refine(isOrigin).optional(),
  COUNTERSIGN_DATA: z.string().default(".countersign"),
  DATABASE_URL: z
    .string()
    .refine((text) => URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol))
    .optional(),
  COUNTERSIGN_TOKEN: visible(1, 512).optional(),
  COUNTERSIGN_WORKSPACES: z.string().optional(),
  COUNTERSIGN_MACHINE: MachineName.optional(),
  COUNTERSIGN_AGENTS_AT_ONCE: z
    .string()
    .regex(/^\d{1,4}$/)
    .default("64")
    .transform(Number)
    .refine((count) => count >= 1 && count <= 1_000),
  ANTHROPIC_API_KEY: visible(1, 4_000).optional(),
  ANTHROPIC_AUTH_TOKEN: visible(1, 4_000).optional(),
  ANTHROPIC_BASE_URL: z.string().refine(isWebUrl).optional(),
  ANTHROPIC_MODEL: visible(1, 200).optional(),
  MODEL_ID: visible(1, 200).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().refine(isWebUrl).optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.string().refine(isWebUrl).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .refine((text) => headersOf(text) !== null)
    .optional(),
  OTEL_SERVICE_NAME: z.string().max(200).default("countersign"),
  OTEL_SDK_DISABLED: z.string().optional(),
})
type Variables = z.infer<typeof Variables>

/** Values are never repeated: some of them are secrets, and the sentence ends up in logs. */
const RULES: Record<keyof Variables, string> = {
  HOST: "must be a host name or an IP address without a port, such as 127.0.0.1",
  PORT: "must be a whole number from 0 to 65535",
  COUNTERSIGN_URL: "must be an origin without a path, such as https://countersign.example.com",
  COUNTERSIGN_DATA: "must be a folder",
  DATABASE_URL: "must be a PostgreSQL address, such as postgres://user:password@host:5432/name",
  COUNTERSIGN_TOKEN: "must be 1 to 512 visible ASCII characters without spaces",
  COUNTERSIGN_WORKSPACES: "must be folders separated by colons",
  COUNTERSIGN_MACHINE: "must be 1 to 64 letters, digits, dots, dashes or underscores",
  COUNTERSIGN_AGENTS_AT_ONCE: "must be a whole number from 1 to 1000",
  ANTHROPIC_API_KEY: "must be one key without spaces or line breaks",
  ANTHROPIC_AUTH_TOKEN: "must be one token without spaces or line breaks",
  ANTHROPIC_BASE_URL: "must be an http or https address",
  ANTHROPIC_MODEL: "must be one model id without spaces",
  MODEL_ID: "must be one model id without spaces",
  OTEL_EXPORTER_OTLP_ENDPOINT: "must be an http or https address, such as http://127.0.0.1:4318",
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "must be an http or https address, such as http://127.0.0.1:4318/v1/traces",
  OTEL_EXPORTER_OTLP_HEADERS: "must be names and values such as api-key=secret,tenant=one",
  OTEL_SERVICE_NAME: "must be at most 200 characters",
  OTEL_SDK_DISABLED: "must be true or false",
}

export function parseEnv(source: Record<string, string | undefined>, cwd: string): Env {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""))
  const parsed = Variables.safeParse(set)
  if (!parsed.success) {
    const name = parsed.error.issues[0]?.path[0] as keyof Variables
    throw new EnvError(`${name} ${RULES[name]}.`)
  }
  const values = parsed.data
  const dataDir = resolve(cwd, values.COUNTERSIGN_DATA)
  return {
    host: values.HOST,
    port: values.PORT,
    ...addresses(values),
    behindProxy: values.COUNTERSIGN_URL !== undefined,
    dataDir,
    databaseUrl: values.DATABASE_URL ?? null,
    token: values.COUNTERSIGN_TOKEN ?? null,
    workspaces: workspaceRoots(values, dataDir, cwd),
    machine: values.COUNTERSIGN_MACHINE ?? null,
    agentsAtOnce: values.COUNTERSIGN_AGENTS_AT_ONCE,
    telemetry: telemetrySettings(values),
    model: modelSettings(values),
  }
}

function addresses({ HOST, PORT, COUNTERSIGN_URL }: Variables): Pick<Env, "url" | "origins" | "hosts"> {
  if (COUNTERSIGN_URL) {
    const url = new URL(COUNTERSIGN_URL)
    const port = url.port || (url.protocol === "https:" ? "443" : "80")
    return { url: url.origin, origins: [url.origin], hosts: [...new Set([url.host, `${url.hostname}:${port}`])] }
  }
  const own = WILDCARD.test(HOST) ? "127.0.0.1" : HOST
  const names = [own, HOST, "localhost", ...(isLoopback(own) ? ["127.0.0.1"] : [])].map(bracketed)
  const urls = [...new Set(names)].map((name) => new URL(`http://${name}:${PORT}`))
  const hosts = urls.flatMap((url) => [url.host, `${url.hostname}:${PORT}`])
  return { url: urls[0]!.origin, origins: urls.map((url) => url.origin), hosts: [...new Set(hosts)] }
}

const bracketed = (host: string): string => (host.includes(":") ? `[${host}]` : host)

function workspaceRoots(values: Variables, dataDir: string, cwd: string): string[] {
  const given = (values.COUNTERSIGN_WORKSPACES ?? "").split(":").filter((part) => part.trim() !== "")
  if (values.COUNTERSIGN_WORKSPACES && given.length === 0)
    throw new EnvError(`COUNTERSIGN_WORKSPACES ${RULES.COUNTERSIGN_WORKSPACES}.`)
  const own = resolve(dataDir, "workspaces")
  const roots = [...new Set(given.map((part) => resolve(cwd, part)))]
  if (roots.some((root) => isWithin(dataDir, root) && !isWithin(own, root)))
    throw new EnvError("COUNTERSIGN_WORKSPACES must be outside COUNTERSIGN_DATA, or under its folder workspaces.")
  return roots.length > 0 ? roots : [own]
}

const isWithin = (outer: string, inner: string): boolean => inner === outer || inner.startsWith(outer + sep)

function modelSettings(values: Variables): ModelSettings {
  const { ANTHROPIC_API_KEY: apiKey, ANTHROPIC_AUTH_TOKEN: authToken, ANTHROPIC_BASE_URL: baseURL } = values
  if (!apiKey && !authToken && !baseURL) return { provider: "rehearsal", id: "rehearsal" }
  return {
    provider: "anthropic",
    apiKey: apiKey ?? null,
    // The key beats the token: exactly one of them is ever sent.
    authToken: apiKey ? null : (authToken ?? null),
    baseURL: baseURL ?? null,
    id: values.ANTHROPIC_MODEL ?? values.MODEL_ID ?? DEFAULT_MODEL,
  }
}

/** The variables every OpenTelemetry exporter understands. */
function telemetrySettings(values: Variables): TelemetrySettings | null {
  const base = values.OTEL_EXPORTER_OTLP_ENDPOINT
  const url = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base ? `${base.replace(/\/+$/, "")}/v1/traces` : null)
  if (url === null || values.OTEL_SDK_DISABLED?.toLowerCase() === "true") return null
  return {
    url,
    headers: headersOf(values.OTEL_EXPORTER_OTLP_HEADERS ?? "") ?? {},
    serviceName: values.OTEL_SERVICE_NAME,
  }
}

/** Reachable by others means that somebody must hold a credential that was chosen on purpose. */
const LONG_ENOUGH = 16

/** A token that somebody could guess, on a server that others can reach: said at every start, and theirs to change. */
export const tokenWarning = ({ host, token }: Pick<Env, "host" | "token">): string | null =>
  token === null || token.length >= LONG_ENOUGH || isLoopback(host)
    ? null
    : `COUNTERSIGN_TOKEN has only ${token.length} characters, and others can reach ${host}: take one of at least ${LONG_ENOUGH}.`

export function assertReachableSafely(env: Env, hasUsers: boolean): void {
  if (isLoopback(env.host) || env.token !== null || hasUsers) return
  throw new EnvError(
    `HOST is ${env.host}, which others can reach: set COUNTERSIGN_TOKEN, or create a user account while HOST is 127.0.0.1, and start again.`,
  )
}
