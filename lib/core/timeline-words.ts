// The pieces a timeline sentence is made of: plain words, code, quoted words of others, and names.
import { HUMAN } from "./ids"

export type Part = { kind: "text" | "code" | "quote" | "agent"; text: string }
export type Words = Part[]

export const code = (text: string): Part => ({ kind: "code", text })
export const quote = (text: string): Part => ({ kind: "quote", text: oneLine(text) })
export const agent = (text: string): Part => ({ kind: "agent", text })

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim()

/** Joins words and parts in the order they are read; neighbouring plain words become one part. */
export function say(strings: TemplateStringsArray, ...values: (Part | Words | string | number)[]): Words {
  const parts: Words = []
  const push = (part: Part) => {
    const last = parts.at(-1)
    if (part.text === "") return
    if (part.kind === "text" && last?.kind === "text")
      parts[parts.length - 1] = { kind: "text", text: last.text + part.text }
    else parts.push(part)
  }
  strings.forEach((text, index) => {
    push({ kind: "text", text })
    const value = values[index]
    if (value === undefined) return
    if (Array.isArray(value)) value.forEach(push)
    else push(typeof value === "object" ? value : { kind: "text", text: String(value) })
  })
  return parts
}

/** The sentence as it is spoken or searched. */
export const plainWords = (words: readonly Part[]): string =>
  words.map((part) => (part.kind === "quote" ? `“${part.text}”` : part.text)).join("")

/** `, “words”` after a clause, or nothing when there are none. */
export const quoted = (lead: string, text: string): Words => (oneLine(text) === "" ? [] : say`${lead}${quote(text)}`)

/** A name as it begins a sentence: `human:dana` is Dana, an agent keeps its own spelling. */
export function actor(by: string): Part {
  const [kind, name = ""] = split(by)
  if (kind === "human") return agent(name === "" ? "A person" : name.charAt(0).toUpperCase() + name.slice(1))
  if (kind === "policy") return { kind: "text", text: "The policy" }
  if (kind === "system") return { kind: "text", text: "The server" }
  if (kind === "agent") return agent(name)
  return agent(by)
}

/** Whose lane it happens on: every person shares one, rules and the server have none. */
export function laneOf(by: string | null | undefined): string | null {
  if (!by) return null
  const [kind, name = ""] = split(by)
  if (kind === "human") return HUMAN
  if (kind === "agent") return name
  return kind === "policy" || kind === "system" ? null : by
}

function split(by: string): [string, string?] {
  const colon = by.indexOf(":")
  return colon < 0 ? [by] : [by.slice(0, colon), by.slice(colon + 1)]
}

export const isPerson = (by: string | null | undefined): boolean => laneOf(by) === HUMAN

/** `48 s`, `6 min 16 s`, `2 h 10 min`: whole and short, for a wait or a run. */
export function span(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`
  const seconds = Math.round(ms / 1_000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  return `${Math.floor(hours / 24)} days`
}
