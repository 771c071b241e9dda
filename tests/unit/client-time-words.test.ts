// How spans and moments are written.
import { expect, test } from "vitest"
import { clockWords, durationWords, exactDurationWords, momentWords, runningWords } from "@/lib/client/time-words"

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test.each([
  [-5, "0 s"],
  [48_900, "48 s"],
  [MINUTE, "1 min"],
  [6 * MINUTE + 59_000, "6 min"],
  [2 * HOUR + 10 * MINUTE, "2 h 10 min"],
  [3 * HOUR, "3 h"],
  [3 * 24 * HOUR, "3 days"],
])("a span of %d ms reads %s", (ms, words) => {
  expect(durationWords(ms)).toBe(words)
})

test.each([
  [41_000, "0:41"],
  [62_000, "1:02"],
  [HOUR + 2 * MINUTE + 3_000, "1:02:03"],
])("something that runs for %d ms reads %s", (ms, words) => {
  expect(runningWords(ms)).toBe(words)
})

test.each([
  [38, "38 ms"],
  [376_000, "6 min 16 s"],
  [120_000, "2 min"],
  [41_000, "41 s"],
])("a finished span of %d ms keeps its seconds: %s", (ms, words) => {
  expect(exactDurationWords(ms)).toBe(words)
})

test("a moment is written in the zone that was asked for", () => {
  expect(clockWords("2026-03-01T13:02:11Z", "Europe/Berlin")).toBe("14:02:11")
  expect(clockWords("2026-03-01T13:02:11Z", "UTC", false)).toBe("13:02")
})

test("a moment of another day names the day", () => {
  const now = Date.parse("2026-03-05T12:00:00Z")
  expect(momentWords("2026-03-05T09:30:00Z", now, "UTC")).toBe("09:30")
  expect(momentWords("2026-03-02T09:30:00Z", now, "UTC")).toBe("Mon 09:30")
  expect(momentWords("2026-01-02T09:30:00Z", now, "UTC")).toBe("2 Jan 09:30")
})
