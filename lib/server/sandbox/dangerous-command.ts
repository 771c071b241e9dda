// The few commands that are refused outright: a courtesy to whoever mistyped a plan, not the boundary.
import "server-only"
import { simpleCommands } from "./shell-words"

const REFUSED = new Set(["sudo", "shutdown", "reboot"])
const KEYWORDS = new Set(["if", "then", "elif", "else", "while", "until", "do", "!", "{", "time"])
/** Commands that run the command after them. */
const CARRIERS = new Set(["command", "builtin", "exec", "env", "nohup", "nice", "setsid", "timeout", "xargs"])
const SHELLS = new Set(["sh", "bash", "dash", "zsh"])
const MOST_NESTING = 5

export function isDangerous(script: string, nesting = 0): boolean {
  return simpleCommands(script).some((words) => refused(bare(words), nesting))
}

/** The command itself, without keywords, assignments and carriers before it. */
function bare(words: string[]): string[] {
  let carried = false
  let at = 0
  for (; at < words.length; at++) {
    const word = words[at]!
    if (CARRIERS.has(baseName(word))) carried = true
    else if (!KEYWORDS.has(word) && !/^\w+\+?=/.test(word) && !(carried && /^(-|\d)/.test(word))) break
  }
  return words.slice(at)
}

function refused([first = "", ...rest]: string[], nesting: number): boolean {
  const name = baseName(first)
  if (REFUSED.has(name)) return true
  if (name === "rm") return removesEverything(rest)
  if (nesting >= MOST_NESTING) return false
  if (name === "eval") return isDangerous(rest.join(" "), nesting + 1)
  const option = SHELLS.has(name) ? rest.findIndex((word) => /^-\w*c$/.test(word)) : -1
  return option >= 0 && isDangerous(rest[option + 1] ?? "", nesting + 1)
}

function removesEverything(words: string[]): boolean {
  const end = words.indexOf("--")
  const isOption = (word: string, at: number) => word.startsWith("-") && (end < 0 || at < end)
  const recursive = words.some((word, at) => isOption(word, at) && /^(-[a-zA-Z]*[rR]|--recursive$)/.test(word))
  return recursive && words.some((word) => /^\/+(\.{0,2}\/+)*(\.{1,2}|\*)?$/.test(word))
}

const baseName = (word: string): string => word.slice(word.lastIndexOf("/") + 1)
