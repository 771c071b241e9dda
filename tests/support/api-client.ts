// The HTTP face as a test uses it: bearer token, JSON in and out, and events as they arrive.
import { waitFor } from "./wait-for"

export type Answer<T> = { status: number; body: T; headers: Headers }
type Json = Record<string, unknown>

export type ApiClient = {
  get<T = Json>(path: string): Promise<Answer<T>>
  post<T = Json>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>
  patch<T = Json>(path: string, body: unknown): Promise<Answer<T>>
  remove<T = Json>(path: string): Promise<Answer<T>>
  /** Asks again until `pick` finds what it looks for in the answer. */
  until<T, R>(
    what: string,
    path: string,
    pick: (body: T) => R,
    within?: number,
  ): Promise<NonNullable<Exclude<R, false>>>
}

export function createApiClient(origin: string, token: string): ApiClient {
  const call = async <T>(method: string, path: string, body?: unknown, extra: Record<string, string> = {}) => {
    const headers: Record<string, string> = { authorization: `Bearer ${token}`, ...extra }
    if (body !== undefined) headers["content-type"] ??= "application/json"
    const response = await fetch(new URL(path, origin), {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: "manual",
    })
    const text = await response.text()
    const isJson = response.headers.get("content-type")?.includes("json") && text !== ""
    return { status: response.status, body: (isJson ? JSON.parse(text) : text) as T, headers: response.headers }
  }
  return {
    get: (path) => call("GET", path),
    post: (path, body = {}, headers) => call("POST", path, body, headers),
    patch: (path, body) => call("PATCH", path, body),
    remove: (path) => call("DELETE", path),
    until: (what, path, pick, within = 20_000) =>
      waitFor(what, async () => pick((await call<never>("GET", path)).body), { within, every: 50 }),
  }
}
