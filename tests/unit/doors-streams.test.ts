// The live streams: complete, in order, resumable, cut when far behind, closed when they must be; and the export.
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import type { Event } from "@/lib/core/event"
import { exportFileName } from "@/lib/server/http/export-stream"
import { MAX_BEHIND_BYTES } from "@/lib/server/http/sse"
import { sendHumanMessage } from "@/lib/server/inbox/send-human-message"
import { createToken, revokeToken } from "@/lib/server/session/api-tokens"
import { countStreams } from "@/lib/server/session/open-streams"
import { createTeam } from "@/lib/server/teams/create-team"
import { type CallOptions, callRoute, fetchRoute } from "@/tests/support/call-route"
import { type DoorRuntime, OPERATOR_TOKEN, openDoorRuntime } from "@/tests/support/door-runtime"
import { waitFor } from "@/tests/support/wait-for"

let runtime: DoorRuntime
beforeAll(async () => {
  runtime = await openDoorRuntime()
})
afterAll(() => runtime.close())

type Frame = { id?: string; event?: string; data?: string }

/** Reads a stream in the background and keeps its frames. */
async function follow(address: string, options: CallOptions = {}) {
  const accept = { accept: "text/event-stream", ...options.headers }
  const response = await fetchRoute("GET", address, { token: OPERATOR_TOKEN, ...options, headers: accept })
  const frames: Frame[] = []
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const ended = (async () => {
    let rest = ""
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const parts = (rest + value).split("\n\n")
      rest = parts.pop()!
      for (const part of parts) {
        const fields = part
          .split("\n")
          .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)])
        frames.push(Object.fromEntries(fields))
      }
    }
  })()
  const events = () => frames.filter((frame) => frame.id).map((frame) => JSON.parse(frame.data!) as Event)
  return {
    response,
    frames,
    events,
    ended,
    seqs: () => events().map((event) => event.seq),
    stop: () => reader.cancel(),
  }
}

const makeTeam = async (name = "Streams") =>
  (await createTeam(runtime, { name, instructions: "", policy: {} }, "human:operator")).id
const say = (team: string, content: string) =>
  sendHumanMessage(runtime, team, { to: "lead", content }, "human:operator")
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)

/** Until whatever fills a stream has nothing left to do. */
const settled = async () => {
  for (let n = 0; n < 50; n++) await new Promise((resolve) => setImmediate(resolve))
}

async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  while (!(await reader.read()).done);
}

async function makeHistory(team: string, count: number): Promise<void> {
  await runtime.store.transaction(async (tx) => {
    for (let n = 0; n < count; n++) tx.record(team, "team.resumed", {}, { by: `human:${n}` })
  })
}

describe("the timeline's stream", () => {
  test("begins at the start, goes on with what happens, and names the seq as its id", async () => {
    const team = await makeTeam()
    const stream = await follow(`/api/teams/${team}/events`)
    expect(stream.response.headers.get("content-type")).toContain("text/event-stream")
    expect(stream.response.headers.get("cache-control")).toBe("no-cache, no-transform")
    await waitFor("the history", () => stream.events().length === 2)
    await say(team, "hello")
    await waitFor("the live event", () => stream.events().length === 3)
    expect(stream.seqs()).toEqual([1, 2, 3])
    const named = stream.frames.filter((frame) => frame.id)
    expect(named.map((frame) => frame.id)).toEqual(["1", "2", "3"])
    expect(named.every((frame) => frame.event === undefined)).toBe(true)
    await stream.stop()
  })

  test("resumes after `after`, and Last-Event-ID beats it", async () => {
    const team = await makeTeam()
    await makeHistory(team, 8)
    const after = await follow(`/api/teams/${team}/events?after=4`)
    await waitFor("the rest", () => after.seqs().at(-1) === 10)
    expect(after.seqs()).toEqual(numbers(5, 10))
    const resumed = await follow(`/api/teams/${team}/events?after=4`, { headers: { "last-event-id": "8" } })
    await waitFor("the rest", () => resumed.seqs().at(-1) === 10)
    expect(resumed.seqs()).toEqual([9, 10])
    await Promise.all([after.stop(), resumed.stop()])
  })

  test("misses and repeats nothing while history is read and events are made", async () => {
    const team = await makeTeam()
    await makeHistory(team, 1_500)
    const stream = await follow(`/api/teams/${team}/events`)
    for (let n = 0; n < 40; n++) await say(team, `message ${n}`)
    await waitFor("everything", () => stream.seqs().at(-1) === 1_542)
    expect(stream.seqs()).toEqual(numbers(1, 1_542))
    await stream.stop()
  })

  test("fills a gap from the log when signals come late, doubled or out of order", async () => {
    const team = await makeTeam()
    const stream = await follow(`/api/teams/${team}/events?after=2`)
    const quiet = runtime.store.onCommitted
    const held: Event[] = []
    runtime.store.onCommitted = (events) => held.push(...events)
    for (let n = 0; n < 5; n++) await say(team, `held ${n}`)
    runtime.store.onCommitted = quiet
    runtime.bus.publishEvents([held[3]!, held[1]!, held[3]!, held[4]!, held[0]!])
    await waitFor("all five", () => stream.seqs().at(-1) === 7)
    expect(stream.seqs()).toEqual(numbers(3, 7))
    await stream.stop()
  })

  test("carries text being written without an id", async () => {
    const team = await makeTeam()
    const stream = await follow(`/api/teams/${team}/events`)
    await waitFor("the history", () => stream.events().length === 2)
    const delta = { team, agent: "lead", generation: 1, turn: 1, kind: "text" as const, text: "Hel" }
    await waitFor("the delta", () => {
      runtime.bus.publishDelta(delta)
      return stream.frames.some((frame) => frame.event === "delta")
    })
    const frame = stream.frames.find((one) => one.event === "delta")!
    expect(frame.id).toBeUndefined()
    expect(JSON.parse(frame.data!)).toEqual(delta)
    await stream.stop()
  })

  test("cuts a reader that is more than 1 MiB behind, and lets go of it", async () => {
    const team = await makeTeam()
    const before = countStreams(runtime)
    const response = await fetchRoute("GET", `/api/teams/${team}/events?after=2`, {
      token: OPERATOR_TOKEN,
      headers: { accept: "text/event-stream" },
    })
    await waitFor("the stream", () => countStreams(runtime) === before + 1)
    const delta = { team, agent: "lead", generation: 1, turn: 1, kind: "text" as const, text: "x".repeat(50_000) }
    await waitFor("the cut", () => {
      for (let sent = 0; sent < MAX_BEHIND_BYTES * 1.2; sent += 50_000) runtime.bus.publishDelta(delta)
      return countStreams(runtime) === before
    })
    await expect(response.text()).rejects.toThrow()
  })

  test("cuts a reader that takes nothing at all for a minute, however short its arrears", async () => {
    const team = await makeTeam()
    await makeHistory(team, 1_000)
    const before = countStreams(runtime)
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
    try {
      const headers = { accept: "text/event-stream" }
      const response = await fetchRoute("GET", `/api/teams/${team}/events`, { token: OPERATOR_TOKEN, headers })
      const reader = response.body!.getReader()
      for (let read = 0; read < 3; read++) {
        await reader.read()
        await settled()
        vi.advanceTimersByTime(45_000)
        expect(countStreams(runtime)).toBe(before + 1)
      }
      vi.advanceTimersByTime(60_000)
      expect(countStreams(runtime)).toBe(before)
      await expect(drain(reader)).rejects.toThrow("too far behind")
    } finally {
      vi.useRealTimers()
    }
  })

  test("gives a slow reader a long history without holding it in memory", async () => {
    const team = await makeTeam()
    await makeHistory(team, 12_000)
    const response = await fetchRoute("GET", `/api/teams/${team}/events`, {
      token: OPERATOR_TOKEN,
      headers: { accept: "text/event-stream" },
    })
    const reader = response.body!.getReader()
    await reader.read()
    // Nothing is read for a while: were the history pushed, the stream would have been cut by now.
    await makeHistory(team, 10)
    await say(team, "still there?")
    let text = ""
    while (!text.includes("id: 12013\n")) {
      const { value } = await reader.read()
      text = text.slice(-20_000) + new TextDecoder().decode(value)
    }
    await reader.cancel()
  })

  test("is refused for a team or a cursor that does not exist", async () => {
    const team = await makeTeam()
    const headers = { accept: "text/event-stream" }
    const status = async (address: string, extra = {}) =>
      (await callRoute("GET", address, { token: OPERATOR_TOKEN, headers: { ...headers, ...extra } })).status
    expect(await status("/api/teams/team_x/events")).toBe(404)
    expect(await status(`/api/teams/${team}/events?after=3`)).toBe(422)
    expect(await status(`/api/teams/${team}/events?after=x`)).toBe(422)
    expect(await status(`/api/teams/${team}/events`, { "last-event-id": "x" })).toBe(422)
  })

  test("ends when its reader goes, when its token is revoked, and when the server stops", async () => {
    const team = await makeTeam()
    const before = countStreams(runtime)
    const gone = await follow(`/api/teams/${team}/events`)
    await gone.stop()
    await waitFor("nobody left", () => countStreams(runtime) === before)
    const { id, token } = await createToken(runtime, { name: "reader", scope: "read" }, "human:operator")
    const revoked = await follow(`/api/teams/${team}/events`, { token })
    const other = await follow(`/api/teams/${team}/events`)
    await revokeToken(runtime, id)
    await revoked.ended
    expect(countStreams(runtime)).toBe(before + 1)
    await runtime.stop()
    await other.ended
    expect(countStreams(runtime)).toBe(before)
  })

  test("ends when another process took the token back", async () => {
    const team = await makeTeam()
    const { token } = await createToken(runtime, { name: "elsewhere", scope: "read" }, "human:operator")
    const stream = await follow(`/api/teams/${team}/events`, { token })
    await runtime.store.transaction((tx) => tx.executeSql("delete from tokens where name = 'elsewhere'", []))
    await stream.ended
    expect((await callRoute("GET", "/api/teams", { token })).status).toBe(401)
  })
})

test("as a list the timeline comes in pages", async () => {
  const team = await makeTeam()
  await makeHistory(team, 5)
  const page = async (query: string) =>
    (await callRoute("GET", `/api/teams/${team}/events${query}`, { token: OPERATOR_TOKEN })).body as unknown as {
      events: Event[]
      next: string | null
    }
  const first = await page("?limit=4")
  expect([first.events.map((event) => event.seq), first.next]).toEqual([[1, 2, 3, 4], "4"])
  const rest = await page("?limit=4&after=4")
  expect([rest.events.map((event) => event.seq), rest.next]).toEqual([[5, 6, 7], null])
})

test("hints tell which team moved and how far, in one hint for one step", async () => {
  const [one, two] = [await makeTeam("One"), await makeTeam("Two")]
  const hints = await follow("/api/stream")
  await makeHistory(one, 20)
  await say(two, "hello")
  const shown = () => hints.frames.flatMap((frame) => (frame.data ? [JSON.parse(frame.data)] : []))
  await waitFor("both hints", () => shown().length >= 2)
  expect(shown()).toEqual([
    { team: one, seq: 22 },
    { team: two, seq: 3 },
  ])
  expect(hints.frames.every((frame) => frame.id === undefined)).toBe(true)
  await hints.stop()
})

describe("the export", () => {
  test("is the whole timeline as JSON Lines", async () => {
    const team = await makeTeam()
    await makeHistory(team, 1_200)
    const response = await fetchRoute("GET", `/api/teams/${team}/export`, { token: OPERATOR_TOKEN })
    const lines = (await response.text()).trimEnd().split("\n")
    expect(lines.map((line) => (JSON.parse(line) as Event).seq)).toEqual(numbers(1, 1_202))
  })

  test.each(['x"; filename="evil.sh', "a\r\nSet-Cookie: a=b", "../../etc/passwd", "zażółć 🎭", "…", "CON"])(
    "of a team called %j has a harmless file name",
    async (name) => {
      const team = await makeTeam(name)
      const response = await fetchRoute("GET", `/api/teams/${team}/export`, { token: OPERATOR_TOKEN })
      await response.body!.cancel()
      expect(response.headers.get("content-disposition")).toMatch(
        /^attachment; filename="countersign-([a-z0-9]+-)*team_[a-z0-9]+\.jsonl"$/,
      )
      expect(response.headers.get("set-cookie")).toBeNull()
      expect(exportFileName({ id: team, name }).length).toBeLessThan(120)
    },
  )
})
