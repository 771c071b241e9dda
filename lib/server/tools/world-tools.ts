// The tools that reach the workspace: commands and files.
import "server-only"
import { z } from "zod"
import type { Touch } from "@/lib/core/gate-rule"
import { isDangerous } from "@/lib/server/sandbox/dangerous-command"
import { formatOutcome } from "@/lib/server/sandbox/format-outcome"
import { runCommand } from "@/lib/server/sandbox/run-command"
import { editWorkspaceFile } from "@/lib/server/workspace/edit-file"
import { listFiles } from "@/lib/server/workspace/list-files"
import { readWorkspaceFile } from "@/lib/server/workspace/read-file"
import { relativePath } from "@/lib/server/workspace/resolve-path"
import { searchFiles } from "@/lib/server/workspace/search-files"
import { type WriteOptions, writeWorkspaceFile } from "@/lib/server/workspace/write-file"
import { defineTool, failed, said, type ToolOutcome, type World } from "./tool"

const path = z.string().min(1).max(4_000).describe("A path in the workspace")

/** A failure of the file system is an answer to the model, not a crash of the turn. */
async function attempt(run: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
  try {
    return await run()
  } catch (error) {
    return failed(`Error: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** A write lands only on the file the gate was asked about, and only while this run still holds the agent. */
const asAsked = (world: World, touch: Touch): WriteOptions => ({
  verify: async () => !world.signal.aborted && (await world.checkFence()),
  expect: touch.kind === "file" ? touch.path : undefined,
})

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, 200)

export const bash = defineTool<{ command: string }>({
  kind: "world",
  name: "bash",
  for: "both",
  description:
    "Run a shell command in the workspace. At most 120 seconds. Changes the world, so it needs an approved plan.",
  input: z.strictObject({ command: z.string().min(1).max(100_000) }),
  summary: ({ command }) => oneLine(command),
  touch: async ({ command }) => ({ kind: "command", command }),
  run: async ({ command }, world) => {
    if (isDangerous(command)) return failed("Error: Dangerous command blocked", "blocked")
    const outcome = await runCommand({ command, ...world })
    const { text, isError, summary } = formatOutcome(outcome)
    return { text, isError, outcome: summary }
  },
})

export const writeFile = defineTool<{ path: string; content: string }>({
  kind: "world",
  name: "write_file",
  for: "both",
  description: "Write a whole file in the workspace, making its folders. Needs an approved plan.",
  input: z.strictObject({ path, content: z.string().max(1_000_000) }),
  summary: (input) => oneLine(input.path),
  touch: async (input, workspace) => ({ kind: "file", path: await relativePath(workspace, input.path) }),
  run: (input, world, touch) =>
    attempt(async () => {
      const { bytes, created } = await writeWorkspaceFile(
        world.workspace,
        input.path,
        input.content,
        asAsked(world, touch),
      )
      return said(`${created ? "Created" : "Wrote"} ${input.path} (${bytes} bytes).`, `${bytes} bytes`)
    }),
})

export const editFile = defineTool<{ path: string; old_text: string; new_text: string }>({
  kind: "world",
  name: "edit_file",
  for: "both",
  description: "Replace a text that occurs exactly once in a file. Needs an approved plan.",
  input: z.strictObject({ path, old_text: z.string().min(1).max(500_000), new_text: z.string().max(500_000) }),
  summary: (input) => oneLine(input.path),
  touch: async (input, workspace) => ({ kind: "file", path: await relativePath(workspace, input.path) }),
  run: (input, world, touch) =>
    attempt(async () => {
      const { added, removed } = await editWorkspaceFile(
        world.workspace,
        input.path,
        input.old_text,
        input.new_text,
        asAsked(world, touch),
      )
      return said(`Edited ${input.path}: ${added} lines added, ${removed} removed.`, `+${added} −${removed}`)
    }),
})

export const readFile = defineTool<{ path: string; limit?: number }>({
  kind: "read",
  name: "read_file",
  for: "both",
  description: "Read a text file of the workspace; `limit` is a number of lines.",
  input: z.strictObject({ path, limit: z.int().min(1).max(100_000).optional() }),
  summary: (input) => oneLine(input.path),
  run: (input, world) =>
    attempt(async () => {
      const text = await readWorkspaceFile(world.workspace, input.path, input.limit)
      return said(text || "(empty file)", `${text.split("\n").length} lines`)
    }),
})

export const listFilesTool = defineTool<{ pattern: string }>({
  kind: "read",
  name: "list_files",
  for: "both",
  description: "List the files of the workspace that match a glob such as `src/**/*.ts`.",
  input: z.strictObject({ pattern: z.string().min(1).max(1_000) }),
  summary: (input) => oneLine(input.pattern),
  run: (input, world) => attempt(async () => said(await listFiles(world.workspace, input.pattern))),
})

export const searchFilesTool = defineTool<{ pattern: string; glob?: string }>({
  kind: "read",
  name: "search_files",
  for: "both",
  description: "Search the files of the workspace by a regular expression; answers `path:line: text`.",
  input: z.strictObject({ pattern: z.string().min(1).max(1_000), glob: z.string().max(1_000).optional() }),
  summary: (input) => oneLine(input.pattern),
  run: (input, world) => attempt(async () => said(await searchFiles(world.workspace, input.pattern, input.glob))),
})
