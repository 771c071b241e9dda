// How a command ended, in the words the model and the timeline get.
import "server-only"
import { type CommandOutcome, TIMEOUT_MS } from "./run-command"

export type CommandText = { text: string; isError: boolean; summary: string }

export function formatOutcome(outcome: CommandOutcome, timeoutMs = TIMEOUT_MS): CommandText {
  const seconds = Math.round(timeoutMs / 1_000)
  switch (outcome.kind) {
    case "exited": {
      const said = outcome.output.trim() === "" ? "(no output)" : outcome.output
      if (outcome.code === 0) return { text: said, isError: false, summary: "exit 0" }
      const text = `${said}${said.endsWith("\n") ? "" : "\n"}(exit code ${outcome.code})`
      return { text, isError: true, summary: `exit ${outcome.code}` }
    }
    case "timeout":
      return stopped(`Error: Timeout (${seconds}s)`, outcome.output, `timeout after ${seconds} s`)
    case "aborted":
      return stopped("Error: Stopped before it was finished", outcome.output, "stopped")
    case "fenced":
      return stopped(
        "Error: Stopped, because this server lost its right to run the agent",
        outcome.output,
        "lost its fence",
      )
  }
}

function stopped(sentence: string, output: string, summary: string): CommandText {
  const text = output.trim() === "" ? sentence : `${sentence}\n${output}`
  return { text, isError: true, summary }
}
