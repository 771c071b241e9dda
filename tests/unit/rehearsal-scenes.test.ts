// The rehearsal plays its scenes to the end, in both languages, through the same tools as a real model.
import { describe, expect, it } from "vitest"
import { matchesCommand, matchesGlob } from "@/lib/core/lease-match"
import { PlanPayload } from "@/lib/core/plan"
import { PLAYABLE } from "@/lib/server/model/rehearsal-words"
import { type Plan, Stage } from "./rehearsal-stage"

const payloadOf = ({ by: _by, request: _request, ...payload }: Plan) => payload

describe.each([
  ["Spawn alice as a backend dev. Ask her to create a file. Then request her shutdown.", "alice", "backend dev"],
  [
    "Please spawn a backend developer named zoe-2, have her write a file, and then shut her down.",
    "zoe-2",
    "backend developer",
  ],
  [PLAYABLE.zh[0]!, "alice", "后端开发"],
  ["请派生一个名为 mei 的队友担任后端工程师。让她创建一个文件。之后请求她下线。", "mei", "后端工程师"],
])("the first prompt: %s", (words, name, role) => {
  it("goes from spawning over plan, approval and file to the shutdown, in this order", () => {
    const stage = new Stage()
    stage.tell(words)
    expect(stage.log).toEqual([
      "lead spawn_teammate",
      `${name} list_files`,
      `${name} submit_plan`,
      "lead review_plan",
      `${name} write_file`,
      `${name} read_file`,
      "lead request_shutdown",
    ])
    expect(stage.requests.some((request) => request.system.startsWith(`You are ${name}, ${role} in`))).toBe(true)
    expect([...stage.files.keys()]).toEqual(stage.plans[0]?.files)
    expect(stage.isGone(name)).toBe(true)
    expect(stage.recommendations).toMatchObject([{ request: "req_1", approve: true }])
  })
})

describe.each([
  ["Spawn bob with a refactoring task. Have him submit a plan first. Then review and approve it.", "bob"],
  [PLAYABLE.zh[1]!, "bob"],
])("the refactoring: %s", (words, name) => {
  it("plans several files and a command, waits, and does what was planned", () => {
    const stage = new Stage()
    stage.tell(words)
    expect(stage.plans).toHaveLength(1)
    expect(stage.plans[0]).toMatchObject({ commands: ["ls -R checkout"], risk: "medium" })
    expect([...stage.files.keys()]).toEqual(stage.plans[0]?.files)
    expect(stage.files.size).toBe(3)
    expect(stage.log.slice(-5)).toEqual([
      `${name} write_file`,
      `${name} write_file`,
      `${name} write_file`,
      `${name} bash`,
      `${name} read_file`,
    ])
    expect(stage.isGone(name)).toBe(false)
  })
})

describe.each([
  ["Spawn charlie, have him submit a plan, then approve it.", "charlie"],
  [PLAYABLE.zh[2]!, "charlie"],
])("the bare plan: %s", (words, name) => {
  it("is submitted, recommended, decided by the person and carried out", () => {
    const stage = new Stage()
    stage.tell(words)
    expect(stage.log).toEqual([
      "lead spawn_teammate",
      `${name} list_files`,
      `${name} submit_plan`,
      "lead review_plan",
      `${name} write_file`,
      `${name} read_file`,
    ])
    expect(stage.saidBy("lead")).toMatch(/A person decides|由人来决定/)
  })
})

describe.each([
  [
    "Have dave plan a risky cleanup. (Reject it with words, and watch him revise.)",
    "List the files first.",
    "high to low",
  ],
  ["Spawn dave. Have him submit a plan for a risky cleanup; I will reject it.", "List the files first.", "high to low"],
  [PLAYABLE.zh[3]!, "请先列出文件。", "从高降到低"],
])("the risky plan: %s", (words, feedback, lowered) => {
  it("is advised against, and its revision takes up the words at lower risk", () => {
    const stage = new Stage((_, nth) => (nth === 1 ? { approve: false, words: feedback } : { approve: true }))
    stage.tell(words)
    const [first, second] = stage.plans
    expect(first).toMatchObject({ risk: "high", commands: ["rm -rf rehearsal-scratch"], by: "dave" })
    expect(second).toMatchObject({ risk: "low", commands: [] })
    expect(second?.plan).toContain(`> ${feedback}`)
    expect(second?.plan).toContain(lowered)
    expect(stage.recommendations.map((one) => one.approve)).toEqual([false, true])
    expect(stage.log).not.toContain("dave bash")
    expect([...stage.files.keys()]).toEqual(second?.files)
  })
})

describe("a rejection", () => {
  it.each(["alice create a file", "bob do a refactoring", "charlie submit a plan"])(
    "of any plan leads to a revision that quotes it: %s",
    (words) => {
      const stage = new Stage((_, nth) =>
        nth <= 2 ? { approve: false, words: `Round ${nth}: keep it small.\nAnd say why.` } : { approve: true },
      )
      stage.tell(`Spawn ${words}`)
      expect(stage.plans).toHaveLength(3)
      expect(stage.plans[1]?.plan).toContain(
        "## What changed since revision 1\n\n> Round 1: keep it small.\n> And say why.",
      )
      expect(stage.plans[2]?.plan).toContain("> Round 2: keep it small.")
      expect(stage.plans[2]?.risk).toBe("low")
      expect([...stage.files.keys()]).toEqual(stage.plans[2]?.files)
    },
  )

  it("that names another file is followed to the letter", () => {
    const stage = new Stage((_, nth) =>
      nth === 1 ? { approve: false, words: "Call it lib/pulse.js instead." } : { approve: true },
    )
    stage.tell("Spawn alice as a backend dev. Ask her to create a file.")
    expect([...stage.files.keys()]).toEqual(["lib/pulse.js"])
  })

  it("without words still leads to a revision", () => {
    const stage = new Stage((_, nth) => ({ approve: nth > 1 }))
    stage.tell("Spawn alice. Ask her to create a file.")
    expect(stage.plans[1]?.plan).toContain("No words came with the rejection")
  })
})

describe("a plan", () => {
  const all = PLAYABLE.en.slice(0, 4).concat(PLAYABLE.zh.slice(0, 4))

  it.each(all)("is valid, long enough to judge and short enough to read: %s", (words) => {
    const stage = new Stage((_, nth) => ({ approve: nth > 1, words: "Once more." }))
    stage.tell(words)
    for (const plan of stage.plans) {
      expect(PlanPayload.safeParse(payloadOf(plan)).error).toBeUndefined()
      expect(plan.plan.split("\n").length).toBeGreaterThanOrEqual(25)
      expect(plan.plan).toMatch(/## (Why|为什么)/)
      expect(plan.plan).toMatch(/## (Steps|步骤)/)
      expect(plan.plan).toMatch(/## (What I leave alone|不动的部分)/)
      expect(plan.plan).toContain("```")
      expect(plan.rollback).not.toBe("")
    }
  })

  it.each(all)("names every file and command that its teammate then touches: %s", (words) => {
    const stage = new Stage()
    stage.tell(words)
    const [plan] = stage.plans
    const uses = stage.requests
      .flatMap((request) => request.messages.flatMap((turn) => turn.content))
      .filter((block) => block.type === "tool_use")
    const inputs = uses.map((use) => ({ name: use.name, ...(use.input as { path?: string; command?: string }) }))
    const touched = inputs.filter((use) => use.name === "write_file" || use.name === "bash")
    expect(touched.length).toBeGreaterThan(0)
    const outside = touched.filter((use) =>
      use.name === "bash"
        ? !plan?.commands.some((command) => matchesCommand(command, use.command ?? ""))
        : !plan?.files.some((file) => matchesGlob(file, use.path ?? "")),
    )
    expect(outside).toEqual([])
  })

  it("never takes a file that is already there", () => {
    const stage = new Stage()
    stage.files.set("src/health.js", "mine")
    stage.files.set("checkout/total.js", "mine too")
    stage.tell("Spawn alice as a backend dev to create a file. Spawn bob for a refactoring.")
    expect(stage.files.get("src/health.js")).toBe("mine")
    expect(stage.files.get("checkout/total.js")).toBe("mine too")
    expect([...stage.files.keys()]).toContain("src/health-2.js")
    expect([...stage.files.keys()]).toContain("checkout-2/total.js")
  })

  it("takes the file and the words the person asked for", () => {
    const stage = new Stage()
    stage.tell('Spawn erin. Ask her to create a file called notes/today.txt with the text "Rain & <sun>".')
    expect(stage.files.get("notes/today.txt")).toBe("Rain & <sun>\n")
  })
})

describe("the lead", () => {
  it.each(["list teammates", "Who is on the team?", PLAYABLE.zh[4]!])("lists the teammates: %s", (words) => {
    const stage = new Stage()
    stage.join("zoe", "tester")
    stage.tell(words)
    expect(stage.log).toEqual(["lead list_teammates"])
    expect(stage.said.at(-1)?.text).toContain("zoe")
  })

  it.each(["Shut down zoe", "Please request zoe's shutdown.", "请让 zoe 下线"])(
    "asks a teammate to leave: %s",
    (words) => {
      const stage = new Stage()
      stage.join("zoe", "tester")
      stage.tell(words)
      expect(stage.log).toEqual(["lead request_shutdown"])
      expect(stage.isGone("zoe")).toBe(true)
    },
  )

  it("passes a task on to a teammate that is here already, who plans anew", () => {
    const stage = new Stage()
    stage.tell("Spawn alice. Ask her to create a file.")
    stage.tell("Ask alice to create a file called second.md")
    expect(stage.plans).toHaveLength(2)
    expect(stage.files.has("second.md")).toBe(true)
  })

  it("hands the task over when the name turns out to be taken", () => {
    const stage = new Stage()
    stage.join("alice", "engineer")
    stage.tell("Spawn alice. Ask her to create a file called third.md.")
    expect(stage.log.slice(0, 2)).toEqual(["lead spawn_teammate", "lead send_message"])
    expect(stage.files.has("third.md")).toBe(true)
  })

  it.each(["Approve bob's plan", "批准 bob 的计划"])("does not decide in a person's place: %s", (words) => {
    const stage = new Stage()
    stage.tell(words)
    expect(stage.log).toEqual([])
    expect(stage.saidBy("lead")).toMatch(/not mine to decide|不由我决定/)
  })

  it.each([
    ["What is the weather like?", "I am a rehearsal, not a model"],
    ["今天天气怎么样？", "我是排练，不是模型"],
  ])("says plainly that it is a rehearsal and what it can play: %s", (words, honest) => {
    const stage = new Stage()
    stage.tell(words)
    expect(stage.log).toEqual([])
    expect(stage.saidBy("lead")).toContain(honest)
    expect(stage.saidBy("lead")).toMatch(/alice[\s\S]*bob[\s\S]*charlie[\s\S]*dave/)
  })

  it("tells of a tool that failed instead of pretending", () => {
    const stage = new Stage()
    stage.tell("Shut down nobody")
    expect(stage.saidBy("lead")).toContain('there is no "nobody" in this team')
  })

  it.each([...PLAYABLE.en, ...PLAYABLE.zh])("labels every sentence of its own as rehearsal: %s", (words) => {
    const stage = new Stage()
    stage.tell(words)
    const unlabelled = stage.said.filter((line) => line.by === "lead" && !/^(\(rehearsal\)|（排练）)/.test(line.text))
    expect(unlabelled).toEqual([])
  })

  it("plays two teammates of one prompt side by side", () => {
    const stage = new Stage()
    stage.tell("Spawn alice and bob. Have them each submit a plan.")
    expect(stage.plans.map((plan) => plan.by).sort()).toEqual(["alice", "bob"])
  })
})

describe("a teammate", () => {
  it("repeats the words its approval came with", () => {
    const stage = new Stage(() => ({ approve: true, words: "Only on a weekday." }))
    stage.tell("Spawn alice. Ask her to create a file.")
    expect(stage.saidBy("alice")).toContain("“Only on a weekday.”")
  })

  it("asked to leave in the middle of its work agrees, and does nothing else", () => {
    const stage = new Stage()
    stage.join("alice", "engineer")
    stage.post("alice", { from: "human", type: "shutdown_request", content: "Shut down", request: "req_9" })
    stage.tell("Create a file.", "alice")
    expect(stage.log).toEqual(["alice respond_shutdown"])
  })

  it("spawned by a person directly plans just the same", () => {
    const stage = new Stage()
    stage.join("alice", "backend engineer")
    stage.tell("Write a file for the health check, please.", "alice")
    expect([...stage.files.keys()]).toEqual(["src/health.js"])
  })

  it("thanked after its work says what it can do and plans nothing", () => {
    const stage = new Stage()
    stage.tell("Spawn alice. Ask her to create a file.")
    const plans = stage.plans.length
    stage.tell("Thank you!", "alice")
    expect(stage.plans).toHaveLength(plans)
    expect(stage.said.find((line) => line.by === "alice" && line.text.startsWith("Noted."))).toBeDefined()
  })
})
