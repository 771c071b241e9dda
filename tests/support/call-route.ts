// Calls an API route in this process, through the file that Next would choose for the address.
import { readdir } from "node:fs/promises"
import { fileURLToPath, pathToFileURL } from "node:url"
import { ORIGIN } from "./door-runtime"

type Handler = (request: Request, context: { params: Promise<Record<string, string | string[]>> }) => Promise<Response>
export type RouteFile = { file: string; path: string; handlers: Record<string, Handler> }
export type RouteAnswer = {
  status: number
  body: Record<string, never> & { error?: { code: string; message: string } }
  response: Response
}

const apiFolder = fileURLToPath(new URL("../../app/api", import.meta.url))

/** Every route file with its address in OpenAPI's writing. */
export async function listRouteFiles(): Promise<RouteFile[]> {
  const entries = await readdir(apiFolder, { recursive: true })
  const files = entries.filter((entry) => entry.endsWith("route.ts")).sort()
  return Promise.all(
    files.map(async (file) => ({
      file,
      path: `/api/${file.replace(/\/?route\.ts$/, "").replace(/\[+(?:\.\.\.)?(\w+)\]+/g, "{$1}")}`,
      handlers: (await import(pathToFileURL(`${apiFolder}/${file}`).href)) as Record<string, Handler>,
    })),
  )
}

let routes: Promise<RouteFile[]> | undefined

async function resolve(pathname: string): Promise<{ route: RouteFile; params: Record<string, string | string[]> }> {
  routes ??= listRouteFiles()
  const catchAll = "/api/{path}"
  // Next prefers fixed words over placeholders.
  const ordered = (await routes).filter((one) => one.path !== catchAll).sort((a, b) => holes(a) - holes(b))
  for (const route of ordered) {
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
    const found = new RegExp(`^${route.path.replace(/\./g, "\\.").replace(/\{\w+\}/g, "([^/]+)")}$`).exec(pathname)
    if (found)
      return { route, params: Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(found[i + 1]!)])) }
  }
  const rest = (await routes).find((one) => one.path === catchAll)!
  return { route: rest, params: { path: pathname.split("/").slice(2) } }
}

const holes = (route: RouteFile): number => route.path.split("{").length

export type CallOptions = {
  token?: string
  cookie?: string
  body?: unknown
  raw?: BodyInit
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** The bare answer, its body unread. */
export async function fetchRoute(method: string, address: string, options: CallOptions = {}): Promise<Response> {
  const headers = new Headers({ host: new URL(ORIGIN).host })
  if (options.token) headers.set("authorization", `Bearer ${options.token}`)
  if (options.cookie) {
    headers.set("cookie", options.cookie)
    headers.set("origin", ORIGIN)
  }
  if (options.body !== undefined) headers.set("content-type", "application/json")
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)
  const url = new URL(address, ORIGIN)
  const { route, params } = await resolve(url.pathname)
  const body = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
  const request = new Request(url, { method, headers, body, signal: options.signal, duplex: "half" } as RequestInit)
  return route.handlers[method]!(request, { params: Promise.resolve(params) })
}

export async function callRoute(method: string, address: string, options: CallOptions = {}): Promise<RouteAnswer> {
  const response = await fetchRoute(method, address, options)
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream")
  if (isStream) await response.body!.cancel()
  const text = isStream ? "" : await response.text()
  return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : {}, response }
}
