// What the environment means: defaults, what is derived, and the one sentence a wrong value gets.
import { describe, expect, test } from "vitest"
import { assertReachableSafely, parseEnv, tokenWarning } from "@/lib/server/env"
import { DEFAULT_MODEL } from "@/lib/server/model/default-model"

const parse = (source: Record<string, string | undefined>) => parseEnv(source, "/srv/app")

describe("an empty environment", () => {
  test("listens on loopback, keeps its data beside the project and rehearses", () => {
    expect(parse({})).toEqual({
      host: "127.0.0.1",
      port: 4180,
      url: "http://127.0.0.1:4180",
      origins: ["http://127.0.0.1:4180", "http://localhost:4180"],
      hosts: ["127.0.0.1:4180", "localhost:4180"],
      behindProxy: false,
      dataDir: "/srv/app/.countersign",
      databaseUrl: null,
      token: null,
      workspaces: ["/srv/app/.countersign/workspaces"],
      machine: null,
      agentsAtOnce: 64,
      telemetry: null,
      model: { provider: "rehearsal", id: "rehearsal" },
    })
  })

  test("is what empty strings mean too", () => {
    const empty = { HOST: "", PORT: "", COUNTERSIGN_TOKEN: "", ANTHROPIC_API_KEY: "", DATABASE_URL: "" }
    expect(parse(empty)).toEqual(parse({}))
  })
})

describe("addresses", () => {
  test("COUNTERSIGN_URL is the only accepted origin", () => {
    const env = parse({ COUNTERSIGN_URL: "https://Sign.example.com/", HOST: "0.0.0.0", PORT: "8080" })
    expect(env.origins).toEqual(["https://sign.example.com"])
    expect(env.hosts).toEqual(["sign.example.com", "sign.example.com:443"])
    expect(env.url).toBe("https://sign.example.com")
    expect(env.behindProxy).toBe(true)
  })

  test("an IPv6 loopback is written with brackets", () => {
    const env = parse({ HOST: "::1", PORT: "5000" })
    expect(env.url).toBe("http://[::1]:5000")
    expect(env.hosts).toContain("localhost:5000")
  })

  test("a wildcard is opened at loopback, and answers to its own writing too", () => {
    const env = parse({ HOST: "0.0.0.0", PORT: "5000" })
    expect(env.url).toBe("http://127.0.0.1:5000")
    expect(env.hosts).toEqual(["127.0.0.1:5000", "0.0.0.0:5000", "localhost:5000"])
    expect(parse({ HOST: "::", PORT: "5000" }).hosts).toContain("[::]:5000")
  })

  test("port 80 is accepted with and without its number", () => {
    expect(parse({ PORT: "80" }).hosts).toEqual(["127.0.0.1", "127.0.0.1:80", "localhost", "localhost:80"])
  })
})

describe("folders", () => {
  test("are resolved against the working folder, several workspace roots by colons", () => {
    const env = parse({ COUNTERSIGN_DATA: "../data dir", COUNTERSIGN_WORKSPACES: "/w/one:two::/w/one" })
    expect(env.dataDir).toBe("/srv/data dir")
    expect(env.workspaces).toEqual(["/w/one", "/srv/app/two"])
  })
})

describe("the model", () => {
  test("is the real one as soon as any of key, token or base address is set", () => {
    expect(parse({ ANTHROPIC_API_KEY: "k" }).model).toMatchObject({ provider: "anthropic", apiKey: "k" })
    expect(parse({ ANTHROPIC_AUTH_TOKEN: "t" }).model).toMatchObject({ apiKey: null, authToken: "t" })
    expect(parse({ ANTHROPIC_BASE_URL: "http://localhost:9" }).model).toMatchObject({
      provider: "anthropic",
      apiKey: null,
      authToken: null,
      baseURL: "http://localhost:9",
      id: DEFAULT_MODEL,
    })
  })

  test("takes the key before the token", () => {
    const both = parse({ ANTHROPIC_API_KEY: "k", ANTHROPIC_AUTH_TOKEN: "t" })
    expect(both.model).toMatchObject({ apiKey: "k", authToken: null })
  })

  test("is named by ANTHROPIC_MODEL, else by MODEL_ID", () => {
    expect(parse({ ANTHROPIC_API_KEY: "k", MODEL_ID: "b" }).model.id).toBe("b")
    expect(parse({ ANTHROPIC_API_KEY: "k", MODEL_ID: "b", ANTHROPIC_MODEL: "a" }).model.id).toBe("a")
  })
})

describe("traces", () => {
  test("go to /v1/traces below the endpoint, or to their own, with the headers given", () => {
    expect(parse({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://c:4318/" }).telemetry).toEqual({
      url: "http://c:4318/v1/traces",
      headers: {},
      serviceName: "countersign",
    })
    const own = parse({
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://c:4318",
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://t.example/in",
      OTEL_EXPORTER_OTLP_HEADERS: "Api-Key=a%20b, tenant=one",
      OTEL_SERVICE_NAME: "desk",
    })
    expect(own.telemetry).toEqual({
      url: "https://t.example/in",
      headers: { "api-key": "a b", tenant: "one" },
      serviceName: "desk",
    })
    expect(parse({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://c", OTEL_SDK_DISABLED: "true" }).telemetry).toBeNull()
  })
})

describe("a wrong value ends the start with one sentence that names the variable and does not repeat it", () => {
  test.each([
    ["HOST", "http://x"],
    ["HOST", "a b"],
    ["PORT", "abc"],
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["PORT", "80.5"],
    ["COUNTERSIGN_URL", "sign.example.net"],
    ["COUNTERSIGN_URL", "https://x.example/path"],
    ["COUNTERSIGN_URL", "https://user@x.example"],
    ["COUNTERSIGN_URL", "ftp://x.example"],
    ["DATABASE_URL", "mysql://user:hunter2@host/db"],
    ["DATABASE_URL", "nonsense hunter2"],
    ["COUNTERSIGN_TOKEN", "long enough but with spaces"],
    ["COUNTERSIGN_WORKSPACES", "::"],
    ["COUNTERSIGN_WORKSPACES", ".countersign"],
    ["COUNTERSIGN_WORKSPACES", "/w/one:/srv/app/.countersign/db"],
    ["COUNTERSIGN_MACHINE", "two words"],
    ["COUNTERSIGN_AGENTS_AT_ONCE", "many"],
    ["COUNTERSIGN_AGENTS_AT_ONCE", "2001"],
    ["ANTHROPIC_API_KEY", "two words"],
    ["ANTHROPIC_AUTH_TOKEN", "line\nbreak"],
    ["ANTHROPIC_BASE_URL", "localhost:9"],
    ["ANTHROPIC_MODEL", "two words"],
    ["MODEL_ID", "two words"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "localhost:4318"],
    ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "grpc://x"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "hunter2"],
  ])("%s=%j", (name, value) => {
    const attempt = () => parse({ [name]: value })
    expect(attempt).toThrow(new RegExp(`^${name} must be [^.]*[^]*\\.$`))
    expect(attempt).not.toThrow(value)
  })
})

describe("a host that others can reach", () => {
  const open = parse({ HOST: "0.0.0.0" })

  test("is refused without a token or a user account", () => {
    expect(() => assertReachableSafely(open, false)).toThrow(/^HOST is 0\.0\.0\.0.*COUNTERSIGN_TOKEN/)
  })

  test("is fine with either, and loopback is always fine", () => {
    expect(() => assertReachableSafely(open, true)).not.toThrow()
    expect(() =>
      assertReachableSafely(parse({ HOST: "0.0.0.0", COUNTERSIGN_TOKEN: "x".repeat(16) }), false),
    ).not.toThrow()
    expect(() => assertReachableSafely(parse({ HOST: "localhost" }), false)).not.toThrow()
    expect(() => assertReachableSafely(parse({ HOST: "::1" }), false)).not.toThrow()
  })

  test("with a token that could be guessed is told so; on loopback any token will do", () => {
    expect(tokenWarning(parse({ HOST: "0.0.0.0", COUNTERSIGN_TOKEN: "short" }))).toMatch(/COUNTERSIGN_TOKEN.*5 char/)
    expect(tokenWarning(parse({ HOST: "0.0.0.0", COUNTERSIGN_TOKEN: "x".repeat(16) }))).toBe(null)
    expect(tokenWarning(parse({ COUNTERSIGN_TOKEN: "short" }))).toBe(null)
  })
})
