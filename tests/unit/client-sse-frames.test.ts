// Server-sent events, in whatever pieces they arrive.
import fc from "fast-check"
import { expect, test } from "vitest"
import { createFrameReader } from "@/lib/client/sse-frames"

const WIRE = ': hello\n\nid: 7\ndata: {"a":1}\n\nevent: delta\ndata: one\ndata: two\n\n: beat\n\nid:8\ndata:x\r\n\r\n'
const FRAMES = [
  { event: "message", id: "7", data: '{"a":1}' },
  { event: "delta", id: null, data: "one\ntwo" },
  { event: "message", id: "8", data: "x" },
]

test("frames come out the same wherever the text is cut", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: WIRE.length }), { maxLength: 12 }), (cuts) => {
      const at = [0, ...cuts.sort((a, b) => a - b), WIRE.length]
      const read = createFrameReader()
      const frames = at.slice(1).flatMap((end, index) => read(WIRE.slice(at[index], end)))
      expect(frames).toEqual(FRAMES)
    }),
  )
})

test("a comment alone completes no frame", () => {
  expect(createFrameReader()(": still here\n\n")).toEqual([])
})
