// The commands of the composer: what may be typed after a slash, how it completes, and what it means.

export type CommandName = "team" | "inbox" | "plan" | "shutdown"

export const COMMANDS: readonly { name: CommandName; says: string; takes: "nothing" | "agent" | "teammate" }[] = [
  { name: "team", says: "who is there and what they do", takes: "nothing" },
  { name: "inbox", says: "an agent’s messages", takes: "agent" },
  { name: "plan", says: "ask a teammate for a plan", takes: "teammate" },
  { name: "shutdown", says: "ask a teammate to leave", takes: "teammate" },
]

/** Who can be named: everybody for an inbox, only teammates that are still there for the rest. */
export type Names = { agents: readonly string[]; teammates: readonly string[] }

export type Completion = { insert: string; label: string; hint: string }

/** What to offer for the text so far; nothing once the command is complete or it is ordinary talk. */
export function completions(text: string, names: Names): Completion[] {
  const command = /^\/([a-z]*)$/i.exec(text)
  if (command) {
    const typed = command[1]!.toLowerCase()
    return COMMANDS.filter(({ name }) => name.startsWith(typed)).map(({ name, says, takes }) => ({
      insert: takes === "nothing" ? `/${name}` : `/${name} `,
      label: `/${name}`,
      hint: says,
    }))
  }
  const argument = /^\/([a-z]+) +(\S*)$/i.exec(text)
  const known = argument && COMMANDS.find(({ name }) => name === argument[1]!.toLowerCase())
  if (!known || known.takes === "nothing") return []
  const typed = argument[2]!.toLowerCase()
  const pool = known.takes === "agent" ? names.agents : names.teammates
  if (pool.some((name) => name.toLowerCase() === typed)) return []
  return pool
    .filter((name) => name.toLowerCase().startsWith(typed))
    .map((name) => ({ insert: `/${known.name} ${name}${known.name === "plan" ? " " : ""}`, label: name, hint: "" }))
}

export type Intent =
  | { kind: "say"; text: string }
  | { kind: "roster" }
  | { kind: "inbox"; name: string }
  | { kind: "ask-for-plan"; name: string; text: string }
  | { kind: "plans" }
  | { kind: "shutdown"; name: string }
  | { kind: "wrong"; sentence: string }

/** What sending this text means. A leading slash that is no command of ours is talk: paths begin with one too. */
export function intentOf(raw: string, names: Names): Intent {
  const text = raw.trim()
  const match = /^\/([a-z]+)(?:\s+([\s\S]*))?$/i.exec(text)
  const command = match && COMMANDS.find(({ name }) => name === match[1]!.toLowerCase())
  if (!command) return { kind: "say", text }
  const rest = (match[2] ?? "").trim()
  if (command.name === "team") return { kind: "roster" }
  const [typed = "", ...words] = rest.split(/\s+/)
  if (command.name === "plan" && typed === "") return { kind: "plans" }
  if (typed === "") return { kind: "wrong", sentence: `Say whose: /${command.name} ${names.agents.at(-1) ?? "name"}` }
  const pool = command.takes === "agent" ? names.agents : names.teammates
  const name = pool.find((candidate) => candidate.toLowerCase() === typed.toLowerCase())
  if (!name) return { kind: "wrong", sentence: nobody(typed, command.takes, pool) }
  if (command.name === "inbox") return { kind: "inbox", name }
  if (command.name === "shutdown") return { kind: "shutdown", name }
  const task = words.join(" ")
  if (task === "")
    return { kind: "wrong", sentence: `Say what ${name} should plan: /plan ${name} followed by the task` }
  return { kind: "ask-for-plan", name, text: `Request a plan from ${name}: ${task}` }
}

function nobody(typed: string, takes: "agent" | "teammate" | "nothing", pool: readonly string[]): string {
  if (typed.toLowerCase() === "lead" && takes === "teammate")
    return "The lead stays as long as its team; name a teammate."
  if (pool.length === 0) return `Nobody is called ${typed}: there are no teammates yet.`
  return `Nobody is called ${typed}. There are ${pool.join(", ")}.`
}
