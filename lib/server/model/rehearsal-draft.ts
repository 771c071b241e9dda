// A plan of the rehearsal and the work it announces: one object, made from the brief alone, so both always agree.
import "server-only"
import type { Call, Lang } from "./rehearsal-scene"
import { jobIn, pathIn } from "./rehearsal-understanding"

export type Brief = {
  name: string
  role: string
  lang: Lang
  task: string
  /** What the workspace held when the task began. */
  listing: readonly string[]
  /** The words of every rejection so far, oldest first; one more revision each. */
  rejections: readonly string[]
}

export type Draft = {
  title: string
  plan: string
  files: string[]
  commands: string[]
  risk: "low" | "medium" | "high"
  rollback: string
  /** The calls that carry the plan out, a batch for each turn. */
  steps: Call[][]
  /** The last words when all of it went well. */
  report: string
}

export const write = (path: string, content: string): Call => ({ tool: "write_file", input: { path, content } })
export const read = (path: string): Call => ({ tool: "read_file", input: { path } })

export const fenced = (language: string, content: string): string => `\`\`\`${language}\n${content.trimEnd()}\n\`\`\``

/** The first name that nothing in the workspace bears yet: a rehearsal overwrites nobody's file. */
export function freePath(path: string, listing: readonly string[]): string {
  const taken = (candidate: string) => listing.some((file) => file === candidate || file.startsWith(`${candidate}/`))
  if (!taken(path)) return path
  const dot = path.lastIndexOf(".")
  const [stem, end] = dot > path.lastIndexOf("/") ? [path.slice(0, dot), path.slice(dot)] : [path, ""]
  for (let n = 2; ; n++) if (!taken(`${stem}-${n}${end}`)) return `${stem}-${n}${end}`
}

export const revisionOf = (brief: Brief): number => brief.rejections.length + 1

/** The words of the last rejection, as a quotation, and what became of them. */
export function changes(brief: Brief, taken: readonly string[]): string[] {
  const words = brief.rejections.at(-1)
  if (words === undefined) return []
  const before = revisionOf(brief) - 1
  const head = brief.lang === "zh" ? `## 相对第 ${before} 版的改动` : `## What changed since revision ${before}`
  const none =
    brief.lang === "zh"
      ? "没有附带说明，所以我把范围收窄。"
      : "No words came with the rejection, so I narrowed the scope."
  const quoted =
    words === ""
      ? [none]
      : [
          words
            .slice(0, 1_500)
            .split("\n")
            .map((line) => `> ${line}`.trimEnd())
            .join("\n"),
        ]
  return [head, ...quoted, taken.map((line) => `- ${line}`).join("\n")]
}

/** A file that the reviewer named instead of ours is taken up. */
export const pathFromReview = (brief: Brief): string | null => pathIn(brief.rejections.at(-1) ?? "")

export const jobOf = (brief: Brief) => jobIn(brief.task) ?? "checklist"

export const section = (...parts: readonly (string | readonly string[])[]): string => parts.flat().join("\n\n")

/** How the plan speaks of what is already there. */
export function surroundings(brief: Brief): string {
  const count = brief.listing.length
  if (brief.lang === "zh")
    return count === 0
      ? "工作区目前是空的，所以没有任何东西会因此损坏。"
      : `工作区目前有 ${count} 个文件，我都列出看过；这份计划不改动其中任何一个。`
  if (count === 0) return "The workspace is empty today, so nothing depends on this yet and nothing can break."
  return `The workspace holds ${count} ${count === 1 ? "file" : "files"}. I listed them first; this plan changes none of them.`
}
