// The rehearsal as a model: the same body gives the same answer, streamed in pieces, stopped when asked, at no cost.
import { describe, expect, it } from "vitest"
import { createModelClient } from "@/lib/server/model/create-model-client"
import { type ModelDelta, ModelError } from "@/lib/server/model/model-client"
import { estimateCost } from "@/lib/server/model/pricing"
import { RehearsalClient, rehearse } from "@/lib/server/model/rehearsal-client"
import { PLAYABLE } from "@/lib/server/model/rehearsal-words"
import { Stage } from "./rehearsal-stage"

const never = new AbortController().signal

function playedRequests() {
  return [...PLAYABLE.en, ...PLAYABLE.zh].flatMap((words) => {
    const stage = new Stage((_, nth) => ({ approve: nth > 1, words: "Once more, please." }))
    stage.tell(words)
    return stage.requests
  })
}

describe("the rehearsal", () => {
  it("gives the same answer to the same body, whatever it was asked in between", () => {
    const requests = playedRequests()
    const first = requests.map((request) => rehearse(request))
    const again = requests.toReversed().map((request) => rehearse(structuredClone(request)))
    expect(again.toReversed()).toEqual(first)
  })

  it("leaves the request as it found it", () => {
    for (const request of playedRequests()) {
      const before = structuredClone(request)
      rehearse(request)
      expect(request).toEqual(before)
    }
  })

  it("never gives two tool calls of one conversation the same id", () => {
    const stage = new Stage((_, nth) => ({ approve: nth > 3 }))
    stage.tell("Spawn bob with a refactoring task.")
    stage.tell("Ask bob to do a refactoring again")
    const longest = stage.requests.findLast((request) => request.userId.endsWith(":bob"))
    const ids = longest?.messages.flatMap((turn) =>
      turn.content.flatMap((block) => (block.type === "tool_use" ? [String(block.id)] : [])),
    )
    expect(ids?.length).toBeGreaterThan(8)
    expect(new Set(ids).size).toBe(ids?.length)
    expect(ids?.filter((id) => !/^toolu_rehearsal_[A-Za-z0-9_-]{1,60}$/.test(id))).toEqual([])
  })

  it("shows plausible figures and costs nothing", () => {
    const requests = playedRequests()
    for (const request of requests) {
      const { usage, model } = rehearse(request)
      expect(Object.values(usage).every((figure) => Number.isInteger(figure) && figure >= 0)).toBe(true)
      expect(usage.output_tokens).toBeGreaterThan(0)
      expect(model).toBe("rehearsal")
      expect(estimateCost(model, usage)).toBe(0)
    }
  })

  it("is chosen when the environment names no model", () => {
    expect(createModelClient({ provider: "rehearsal" }).provider).toBe("rehearsal")
    const settings = { provider: "anthropic", apiKey: "key", authToken: null, baseURL: null } as const
    expect(createModelClient(settings).provider).toBe("anthropic")
  })
})

describe("its stream", () => {
  it("adds up to the answer, word by word, in a bounded number of pieces", async () => {
    for (const request of playedRequests()) {
      const deltas: ModelDelta[] = []
      const { content } = await new RehearsalClient(0).call(request, {
        signal: never,
        onDelta: (delta) => deltas.push(delta),
      })
      const joined = (kind: ModelDelta["kind"]) =>
        deltas.flatMap((delta) => (delta.kind === kind ? [delta.text] : [])).join("")
      const said = content.flatMap((block) => (block.type === "text" ? [String(block.text)] : [])).join("")
      const inputs = content
        .flatMap((block) => (block.type === "tool_use" ? [JSON.stringify(block.input)] : []))
        .join("")
      expect(joined("text")).toBe(said)
      expect(joined("tool_input")).toBe(inputs)
      // At fifteen milliseconds a piece, the longest answer stays under a second.
      expect(deltas.length).toBeLessThan(65)
    }
  })

  it("names the tool whose input it is writing", async () => {
    const deltas: ModelDelta[] = []
    const [request] = playedRequests()
    const answer = await new RehearsalClient(0).call(request!, {
      signal: never,
      onDelta: (delta) => deltas.push(delta),
    })
    expect(deltas.at(-1)).toMatchObject({
      kind: "tool_input",
      tool: "spawn_teammate",
      toolUseId: answer.content.at(-1)?.id,
    })
  })

  it("stops in the middle when it is aborted", async () => {
    const [request] = playedRequests()
    const caller = new AbortController()
    let pieces = 0
    const call = new RehearsalClient(1).call(request!, {
      signal: caller.signal,
      onDelta: () => {
        pieces++
        if (pieces === 2) caller.abort()
      },
    })
    await expect(call).rejects.toMatchObject({ kind: "aborted" })
    await expect(call).rejects.toBeInstanceOf(ModelError)
    expect(pieces).toBe(2)
  })

  it("does not begin when it was aborted before", async () => {
    const [request] = playedRequests()
    const call = new RehearsalClient(0).call(request!, { signal: AbortSignal.abort() })
    await expect(call).rejects.toMatchObject({ kind: "aborted" })
  })
})
