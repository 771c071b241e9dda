// What the rehearsal makes of a person's words, in the many ways people put them.
import { describe, expect, it } from "vitest"
import { langOf } from "@/lib/server/model/rehearsal-scene"
import { jobIn, understand } from "@/lib/server/model/rehearsal-understanding"

const wishes = (text: string, ...present: string[]) => understand(text, new Set(present), langOf(text))

describe("a teammate is asked for", () => {
  it.each([
    ["Spawn a teammate called Eve and let her create hello.txt", "Eve", "engineer", "create", false],
    ["Create a teammate named carl who does a refactoring", "carl", "refactoring engineer", "refactor", false],
    ["Add alice to the team as a tester", "alice", "tester", "checklist", false],
    [
      "spawn alice (backend developer) and have her create a file, then shut her down",
      "alice",
      "backend developer",
      "create",
      true,
    ],
    [
      "Spawn alice as backend dev, ask her to write a file and then send a shutdown request to her",
      "alice",
      "backend dev",
      "create",
      true,
    ],
    ["Ask nora to delete old logs", "nora", "maintenance engineer", "cleanup", false],
    ["请生成alice，担任后端开发。请她创建一个文件。然后请求关闭她。", "alice", "后端开发", "create", true],
    ["召唤一个后端开发 alice 创建文件，完成后请求她关机", "alice", "后端开发", "create", true],
    ["创建 alice（后端开发者），让她创建一个文件，然后请求她关闭", "alice", "后端开发者", "create", true],
    ["启动 bob 进行重构，先交计划再审批", "bob", "重构工程师", "refactor", false],
    ["让 dave 清理旧日志，有风险", "dave", "维护工程师", "cleanup", false],
  ])("in words such as: %s", (text, name, role, job, thenShutdown) => {
    expect(wishes(text)).toMatchObject([{ kind: "spawn", name, role, job, thenShutdown }])
  })

  it.each([
    ["spawn two teammates: ann and ben", ["ann", "ben"]],
    ["Spawn alice, bob and carol as testers", ["alice", "bob", "carol"]],
    ["Spawn alice as a dev to create a file. Then spawn bob with a refactoring task.", ["alice", "bob"]],
    ["生成 alice 和 bob，让他们提交计划", ["alice", "bob"]],
  ])("several at once: %s", (text, names) => {
    expect(wishes(text).map((wish) => "name" in wish && wish.name)).toEqual(names)
  })

  it("each with the part of the words that is about it", () => {
    const text = "Spawn alice to create a file, then shut her down. Spawn bob with a refactoring task."
    expect(wishes(text)).toMatchObject([
      { name: "alice", job: "create", thenShutdown: true },
      { name: "bob", job: "refactor", thenShutdown: false },
    ])
  })
})

describe("a teammate who is here already", () => {
  it.each(["Spawn alice and have her create a file", "Ask alice to create a file", "让 alice 创建一个文件"])(
    "is told: %s",
    (text) => {
      expect(wishes(text, "alice")).toMatchObject([{ kind: "tell", name: "alice" }])
    },
  )

  it("with work to do first is not sent away at once", () => {
    expect(wishes("Ask alice to create a file, then shut her down", "alice")).toMatchObject([
      { kind: "tell", name: "alice", thenShutdown: true },
    ])
  })

  it.each([
    "Shut alice down",
    "shut down alice",
    "please have alice shut down",
    "Ask alice to leave",
    "关闭 alice",
    "请 alice 离开",
  ])("is asked to leave: %s", (text) => {
    expect(wishes(text, "alice")).toEqual([{ kind: "shutdown", name: "alice" }])
  })
})

describe("words that ask for nothing it can play", () => {
  it.each([
    "hello",
    "Help",
    "Who are you?",
    "add a file",
    "start the refactoring",
    "let us plan a cleanup",
    "spawn",
    "Spawn lead",
    "你好",
    "创建文件",
  ])("are not taken for a request: %s", (text) => {
    expect(wishes(text)).toEqual([])
  })

  it("are dealt with quickly however long they are", () => {
    const begun = performance.now()
    for (const word of ["a ", "spawn a ", "list ", "let a ", "x/", "创建一个", "tell a "]) wishes(word.repeat(40_000))
    expect(performance.now() - begun).toBeLessThan(2_000)
  })
})

describe("a job", () => {
  it.each([
    ["Tidy up, e.g. rename things", null],
    ["Write docs/today.md", "create"],
    ["Refactor the parser in parse.ts", "refactor"],
    ["删除旧文件", "cleanup"],
    ["做一个计划", "checklist"],
  ])("is found in: %s", (text, job) => {
    expect(jobIn(text)).toBe(job)
  })
})
