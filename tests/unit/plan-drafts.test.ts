// Drafts: kept by request, forgiving about what a browser gives back, and readable as one message.
import { expect, test } from "vitest"
import { commentsAsMessage, NO_DRAFT, readDraft, toComments, writeDraft } from "@/components/plan/drafts"

function shelf(limit = Number.POSITIVE_INFINITY): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
    setItem: (key, value) => {
      if (value.length > limit) throw new Error("full")
      kept.set(key, value)
    },
  }
}
const draft = {
  comments: [
    { id: "2", line: 9, text: "Why?" },
    { id: "1", line: 3, text: "No." },
  ],
  words: "Nearly.",
}

test("a draft is read back for its own request and no other", () => {
  const storage = shelf()
  expect(writeDraft(storage, "req_1", draft)).toBe(true)
  expect(readDraft(storage, "req_1")).toEqual(draft)
  expect(readDraft(storage, "req_2")).toEqual(NO_DRAFT)
})

test("an emptied draft leaves nothing behind", () => {
  const storage = shelf()
  writeDraft(storage, "req_1", draft)
  writeDraft(storage, "req_1", { comments: [], words: "  " })
  expect(storage.length).toBe(0)
})

test.each(["", "{", "null", '{"comments":3,"words":4}', '{"comments":[null,{"line":1}]}'])(
  "what was kept as %j reads as no draft",
  (stored) => {
    const storage = shelf()
    storage.setItem("countersign.draft.req_1", stored)
    expect(readDraft(storage, "req_1")).toEqual(NO_DRAFT)
  },
)

test("a storage that is full says so", () => {
  expect(writeDraft(shelf(3), "req_1", draft)).toBe(false)
})

test("only the newest sixty drafts are kept", () => {
  const storage = shelf()
  for (let i = 100; i < 170; i++) writeDraft(storage, `req_${i}`, draft)
  expect(storage.length).toBe(60)
  expect(readDraft(storage, "req_109")).toEqual(NO_DRAFT)
  expect(readDraft(storage, "req_110")).toEqual(draft)
})

test("comments go in the plan's order, without what only the browser needs", () => {
  expect(toComments(draft.comments)).toEqual([
    { line: 3, text: "No." },
    { line: 9, text: "Why?" },
  ])
})

test("unsent comments read well as a message", () => {
  const said = commentsAsMessage("Keys", {
    comments: [
      { id: "1", line: 3, end_line: 4, quote: "x", text: "No." },
      { id: "2", text: "Good." },
    ],
    words: "Hm",
  })
  expect(said).toBe("About your plan “Keys”:\n\nHm\n\nGood.\n\nOn line 3–4 (“x”): No.")
})
