// Globs matched in time that grows with path times pattern and no faster, whatever a model writes into one.

const MOST_ALTERNATIVES = 256
const LONGEST_PATTERN = 1_000

/** `*` and `?` stay within one folder, `**` crosses folders, `{a,b}` chooses: the same as in a plan's files. */
export class Glob {
  private readonly alternatives: Token[][]

  constructor(pattern: string) {
    if (pattern.length > LONGEST_PATTERN) throw new Error("The pattern is too long.")
    this.alternatives = expandBraces(tidy(pattern)).map(tokenise)
  }

  matches(path: string): boolean {
    return this.alternatives.some((tokens) => run(tokens, tidy(path)).has(2 * tokens.length))
  }

  /** Whether anything below this folder could match, so that a walk need not enter it in vain. */
  mayContain(folder: string): boolean {
    return this.alternatives.some((tokens) => run(tokens, `${tidy(folder)}/`).size > 0)
  }
}

export const hasWildcard = (pattern: string): boolean => /[*?{]/.test(pattern)

const tidy = (path: string): string => path.replace(/^(\.\/)+/, "").replace(/\/+/g, "/")

/** `folders` is `**` with its slash: any number of whole folders. `deep` is `**` elsewhere: anything at all. */
type Token = { kind: "character"; value: string } | { kind: "one" | "star" | "deep" | "folders" }

function tokenise(pattern: string): Token[] {
  const tokens: Token[] = []
  const characters = [...pattern]
  for (let i = 0; i < characters.length; i++) {
    const value = characters[i]!
    if (value === "?") tokens.push({ kind: "one" })
    else if (value !== "*") tokens.push({ kind: "character", value })
    else if (characters[i + 1] !== "*") tokens.push({ kind: "star" })
    else if (characters[i + 2] === "/") {
      tokens.push({ kind: "folders" })
      i += 2
    } else {
      tokens.push({ kind: "deep" })
      i += 1
    }
  }
  return tokens
}

/** All places in the pattern that the text can lead to: 2i before token i, 2i+1 within a folder name of `folders`. */
function run(tokens: Token[], text: string): Set<number> {
  let states = new Set<number>()
  enter(tokens, states, 0)
  for (const character of text) {
    const next = new Set<number>()
    for (const state of states) step(tokens, next, state, character)
    if (next.size === 0) return next
    states = next
  }
  return states
}

function enter(tokens: Token[], states: Set<number>, index: number): void {
  states.add(2 * index)
  const kind = tokens[index]?.kind
  if (kind === "star" || kind === "deep" || kind === "folders") enter(tokens, states, index + 1)
}

function step(tokens: Token[], next: Set<number>, state: number, character: string): void {
  const index = state >> 1
  const token = tokens[index]
  if (!token) return
  switch (token.kind) {
    case "character":
      if (token.value === character) enter(tokens, next, index + 1)
      return
    case "one":
      if (character !== "/") enter(tokens, next, index + 1)
      return
    case "star":
      if (character !== "/") enter(tokens, next, index)
      return
    case "deep":
      enter(tokens, next, index)
      return
    case "folders":
      if (character !== "/") next.add(2 * index + 1)
      else if (state % 2 === 1) enter(tokens, next, index)
  }
}

/** `src/{a,b}.ts` → `src/a.ts`, `src/b.ts`. A brace that is never closed stands for itself. */
function expandBraces(pattern: string): string[] {
  const group = firstGroup(pattern)
  if (!group) return [pattern]
  const rest = expandBraces(pattern.slice(group.end + 1))
  const expanded: string[] = []
  for (const choice of group.choices)
    for (const middle of expandBraces(choice))
      for (const tail of rest) {
        expanded.push(pattern.slice(0, group.start) + middle + tail)
        if (expanded.length > MOST_ALTERNATIVES) throw new Error("The pattern has too many alternatives in braces.")
      }
  return expanded
}

function firstGroup(pattern: string): { start: number; end: number; choices: string[] } | null {
  const start = pattern.indexOf("{")
  if (start < 0) return null
  const choices: string[] = []
  let depth = 0
  let from = start + 1
  for (let i = start; i < pattern.length; i++) {
    const character = pattern[i]
    if (character === "{") depth++
    else if (character === "," && depth === 1) {
      choices.push(pattern.slice(from, i))
      from = i + 1
    } else if (character === "}") {
      depth--
      if (depth > 0) continue
      choices.push(pattern.slice(from, i))
      return { start, end: i, choices }
    }
  }
  return null
}
