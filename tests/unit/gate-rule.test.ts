// The gate, by property: nothing that changes the world passes without an open gate, and nothing outside what the plan named.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { askGate, GATES, type GateSubject, type Touch } from "@/lib/core/gate-rule"
import { matchesCommand, matchesGlob } from "@/lib/core/lease-match"
import type { Lease } from "@/lib/core/plan"

const lease = (files: string[], commands: string[], generation = 1): Lease => ({
  request_id: "req_1",
  payload_sha256: "a".repeat(64),
  generation,
  files,
  commands,
  opened_at: "2026-01-01T00:00:00.000Z",
})
const subject = (over: Partial<GateSubject> = {}): GateSubject => ({
  name: "otto",
  generation: 1,
  isLead: false,
  planRequired: true,
  gate: "open",
  lease: lease(["docs/**"], ["npm test *"]),
  ...over,
})
const NO_POLICY = { lead_may_change: false }
const touch: fc.Arbitrary<Touch> = fc.oneof(
  fc.record({
    kind: fc.constant("file" as const),
    path: fc.constantFrom("docs/a.md", "src/a.ts", "docs/../src/a.ts", ""),
  }),
  fc.record({
    kind: fc.constant("command" as const),
    command: fc.constantFrom("npm test x", "npm test", "rm -r .", "npm test x; rm -r ."),
  }),
)

describe("the gate", () => {
  it("lets nothing change the world while it is not open", () => {
    fc.assert(
      fc.property(fc.constantFrom(...GATES.filter((gate) => gate !== "open")), touch, (gate, what) => {
        expect(askGate(subject({ gate }), what, NO_POLICY).allowed).toBe(false)
      }),
    )
  })

  it("fails closed on a tool, a state or a lease it does not know", () => {
    const file: Touch = { kind: "file", path: "docs/a.md" }
    expect(askGate(subject(), undefined, NO_POLICY).allowed).toBe(false)
    expect(askGate(subject({ gate: "ajar" as never }), file, NO_POLICY).allowed).toBe(false)
    expect(askGate(subject({ lease: null }), file, NO_POLICY).allowed).toBe(false)
    expect(askGate(subject({ lease: lease([], [], 2) }), file, NO_POLICY).allowed).toBe(false)
  })

  it("grants exactly what the plan names, and the whole workspace when it names nothing", () => {
    fc.assert(
      fc.property(touch, (what) => {
        const named =
          what.kind === "file"
            ? what.path === "docs/a.md" || what.path.startsWith("docs/")
            : what.kind === "command" && /^npm test( x)?$/.test(what.command)
        expect(askGate(subject(), what, NO_POLICY).allowed).toBe(named)
        expect(askGate(subject({ lease: lease([], []) }), what, NO_POLICY).allowed).toBe(true)
      }),
    )
  })

  it("a plan that names only files grants no command, and the other way round", () => {
    const files = subject({ lease: lease(["a"], []) })
    expect(askGate(files, { kind: "command", command: "ls" }, NO_POLICY)).toMatchObject({
      allowed: false,
      cause: "outside_plan",
    })
    const commands = subject({ lease: lease([], ["ls"]) })
    expect(askGate(commands, { kind: "file", path: "a" }, NO_POLICY)).toMatchObject({
      allowed: false,
      cause: "outside_plan",
    })
  })

  it("holds the lead back unless the policy lets it, and never holds back reading and talk", () => {
    const lead = subject({ isLead: true, gate: "plan_required", lease: null })
    expect(askGate(lead, { kind: "file", path: "a" }, NO_POLICY).allowed).toBe(false)
    expect(askGate(lead, { kind: "file", path: "a" }, { lead_may_change: true }).allowed).toBe(true)
    expect(askGate(subject({ gate: "pending" }), { kind: "none" }, NO_POLICY).allowed).toBe(true)
  })
})

describe("what a plan names", () => {
  it("a star at a command's end matches the rest, but never a second command", () => {
    expect(matchesCommand("npm test *", "npm test -- contracts")).toBe(true)
    expect(matchesCommand("npm test *", "npm test")).toBe(true)
    expect(matchesCommand("npm test", "npm test -- contracts")).toBe(false)
    for (const tail of ["; rm -r .", " && rm -r .", " | sh", " $(rm -r .)", " `rm -r .`", "\nrm -r .", " & rm -r ."])
      expect(matchesCommand("npm test *", `npm test x${tail}`)).toBe(false)
    fc.assert(fc.property(fc.string(), (command) => matchesCommand(command, command)))
  })

  it("file globs stay in their folder, cross folders with two stars, and a folder stands for what lies in it", () => {
    expect(matchesGlob("src/*.ts", "src/a.ts")).toBe(true)
    expect(matchesGlob("src/*.ts", "src/deep/a.ts")).toBe(false)
    expect(matchesGlob("src/**/*.ts", "src/deep/er/a.ts")).toBe(true)
    expect(matchesGlob("./src/a.ts", "src/a.ts")).toBe(true)
    expect(matchesGlob("docs/", "docs/a/b.md")).toBe(true)
    expect(matchesGlob("docs", "docs/a.md")).toBe(false)
    expect(matchesGlob("{a,b}.ts", "b.ts")).toBe(true)
    expect(matchesGlob(`${"*a".repeat(400)}b`, "a".repeat(300))).toBe(false)
  })
})
