// What the command palette offers beside places: pages add their own while they are shown.
import { createStore } from "zustand/vanilla"

export type Command = {
  id: string
  /** "Shut down bram…" */
  title: string
  /** Beside it: the team, a status, a time. */
  note?: string
  icon?: string
  /** Words that also find it. */
  words?: string
  run: () => void
  /** Found by its words only. */
  whenAsked?: boolean
}

export const commandStore = createStore<{ commands: Command[] }>(() => ({ commands: [] }))

export function offerCommands(offered: Command[]): () => void {
  commandStore.setState(({ commands }) => ({ commands: [...offered, ...commands] }))
  return () =>
    commandStore.setState(({ commands }) => ({ commands: commands.filter((command) => !offered.includes(command)) }))
}

/** Every typed word must begin some word of the entry; an exact beginning of the title comes first. */
export function matchScore(typed: string, title: string, words = ""): number {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return 1
  const inTitle = title.toLowerCase()
  const parts = `${inTitle} ${words.toLowerCase()}`.split(/[\s/_.-]+/)
  if (!wanted.every((word) => parts.some((part) => part.startsWith(word))))
    return inTitle.includes(typed.toLowerCase().trim()) ? 1 : 0
  return inTitle.startsWith(typed.toLowerCase().trim()) ? 3 : 2
}
