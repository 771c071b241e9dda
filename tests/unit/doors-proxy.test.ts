// The door of the pages: who is let in, from where, and with which headers.
import { NextRequest } from "next/server"
import { beforeAll, describe, expect, test, vi } from "vitest"
import { config, proxy } from "@/proxy"

beforeAll(() => {
  for (const name of ["HOST", "PORT", "COUNTERSIGN_URL"]) vi.stubEnv(name, "")
})

const HOST = "127.0.0.1:4180"
const COOKIE = "countersign-4180=secret"

function ask(path: string, init: { method?: string; headers?: Record<string, string> } = {}): Response {
  const headers = { host: HOST, ...init.headers }
  return proxy(new NextRequest(`http://${HOST}${path}`, { method: init.method ?? "GET", headers }))
}

const passed = (answer: Response) => answer.headers.get("x-middleware-next") === "1"
const errorOf = async (answer: Response) => (await answer.json()) as { error: { code: string; message: string } }

describe("the Host header", () => {
  test.each(["127.0.0.1:4180", "localhost:4180", "LOCALHOST:4180"])("%s is this server", (host) => {
    expect(passed(ask("/sign-in", { headers: { host } }))).toBe(true)
  })

  test.each(["evil.example", "127.0.0.1", "127.0.0.1:4181", "127.0.0.1:4180.evil.example", ""])(
    "%j is refused, as a rebound name would be",
    async (host) => {
      const answer = ask("/sign-in", { headers: { host } })
      expect(answer.status).toBe(421)
      expect((await errorOf(answer)).error.code).toBe("foreign_host")
    },
  )
})

describe("the Origin header", () => {
  test.each(["http://evil.example", "null", "http://127.0.0.1:3000", "https://127.0.0.1:4180"])(
    "%s is refused whatever the call",
    (origin) => {
      expect(ask("/queue", { headers: { origin, cookie: COOKIE } }).status).toBe(403)
      expect(ask("/queue", { method: "POST", headers: { origin, cookie: COOKIE } }).status).toBe(403)
    },
  )

  test("is needed by everything that comes with the cookie and may change something", () => {
    const action = { "next-action": "abc", cookie: COOKIE }
    expect(ask("/queue", { method: "POST", headers: action }).status).toBe(403)
    expect(passed(ask("/queue", { method: "POST", headers: { ...action, origin: `http://${HOST}` } }))).toBe(true)
    expect(passed(ask("/queue", { headers: { cookie: COOKIE } }))).toBe(true)
  })
})

describe("sign-in", () => {
  test("is asked for on the way to every page, which is remembered", () => {
    const answer = ask("/queue/req_1?tab=raw", { headers: { host: "localhost:4180" } })
    expect(answer.status).toBe(303)
    expect(answer.headers.get("location")).toBe("http://localhost:4180/sign-in?next=%2Fqueue%2Freq_1%3Ftab%3Draw")
    expect(ask("/").headers.get("location")).toBe(`http://${HOST}/sign-in`)
  })

  test("is not asked for by the sign-in page and by icons", () => {
    expect(passed(ask("/sign-in?code=x"))).toBe(true)
    expect(passed(ask("/icon.svg"))).toBe(true)
  })

  test("is left to the action itself, which can say it in words", () => {
    expect(passed(ask("/queue", { method: "POST", headers: { "next-action": "abc" } }))).toBe(true)
  })

  test("is no answer to a program that asks how to sign in elsewhere", async () => {
    const answer = ask("/.well-known/oauth-protected-resource")
    expect([answer.status, (await errorOf(answer)).error.code]).toEqual([404, "not_found"])
  })

  test("of another server on the same host does not count", () => {
    expect(ask("/queue", { headers: { cookie: "countersign-9999=secret" } }).status).toBe(303)
  })
})

describe("headers", () => {
  test("bind the browser: no foreign or inline script, no frame, no referrer", () => {
    const { headers } = ask("/sign-in")
    const policy = headers.get("content-security-policy")!
    const scripts = /script-src ([^;]*)/.exec(policy)![1]!
    expect(scripts).toMatch(/^'self' 'nonce-[A-Za-z0-9+/=]{24}' 'strict-dynamic'$/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain("form-action 'self'")
    expect(headers.get("referrer-policy")).toBe("no-referrer")
    expect(headers.get("x-content-type-options")).toBe("nosniff")
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin")
    expect(headers.get("permissions-policy")).toContain("camera=()")
  })

  test("carry a nonce that is new each time and reaches the page", () => {
    const [one, other] = [ask("/sign-in"), ask("/sign-in")]
    const nonce = one.headers.get("x-middleware-request-x-nonce")
    expect(one.headers.get("content-security-policy")).toContain(`'nonce-${nonce}'`)
    expect(other.headers.get("x-middleware-request-x-nonce")).not.toBe(nonce)
  })

  test("stand on refusals and redirects too", () => {
    expect(ask("/queue").headers.get("x-content-type-options")).toBe("nosniff")
    expect(ask("/queue", { headers: { host: "x" } }).headers.get("x-content-type-options")).toBe("nosniff")
  })
})

test("the proxy is asked for every page, and not for the API, which has the same checks of its own", () => {
  const matcher = new RegExp(`^${config.matcher[0]}$`)
  for (const path of ["/", "/queue", "/apiary", "/teams/team_1/timeline", "/_next/image"])
    expect(matcher.test(path)).toBe(true)
  for (const path of ["/api", "/api/teams", "/_next/static/chunks/a.js"]) expect(matcher.test(path)).toBe(false)
})
