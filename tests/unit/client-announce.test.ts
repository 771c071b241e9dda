// What is read out: arrivals gathered into one sentence, and the same words twice still heard.
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { announce, announceArrival, spokenStore } from "@/lib/client/announce"

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test("plans that arrive within a second are read as one number, a single one by its name", () => {
  announceArrival("plans", "A plan by otto arrived: Write a note")
  vi.runAllTimers()
  expect(spokenStore.getState().polite).toBe("A plan by otto arrived: Write a note")
  announceArrival("plans", "A plan by otto arrived: Write a note")
  announceArrival("plans", "A plan by wren arrived: Move the settings")
  vi.runAllTimers()
  expect(spokenStore.getState().polite).toBe("2 plans arrived")
})

test("the same sentence said again changes the region, so that it is read again", () => {
  announce("bram left.")
  const first = spokenStore.getState().polite
  announce("bram left.")
  expect(spokenStore.getState().polite).not.toBe(first)
})
