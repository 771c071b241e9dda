// What stands behind a tool call's line: what it was given in full, and what it answered.
"use client"

import { useEffect, useRef, useState } from "react"
import { classes } from "../ui/classes"
import type { ToolCall } from "./turns"

/** More than this is cut until somebody asks for all of it: a page must not choke on one command's output. */
const SHOWN = 8_000

type Props = {
  call: ToolCall
  /** What a command wrote while it ran. */
  tail: string
  /** It opened by itself and is shown at the height of its tail, until somebody opens it. */
  watched: boolean
  hideResult?: boolean
}

export function ToolBody({ call, tail, watched, hideResult }: Props) {
  const given = givenText(call)
  const { result } = call
  return (
    <>
      {given !== "" && <Output text={given} label="Given" />}
      {watched || !result
        ? (result?.text || tail) !== "" && <Tail text={result?.text ?? tail} />
        : !hideResult &&
          result.text !== "" && (
            <Output text={result.text} label="Answer" failed={result.isError && call.name !== "bash"} />
          )}
    </>
  )
}

/** The input beyond what the line already says; a command is its own line. */
function givenText(call: ToolCall): string {
  const input = call.input
  switch (call.name) {
    case "bash":
      return String(input.command ?? "").includes("\n") ? String(input.command) : ""
    case "read_file":
    case "list_files":
    case "search_files":
      return ""
    case "write_file":
      return String(input.content ?? "")
    case "edit_file":
      return [...marked(input.old_text, "− "), ...marked(input.new_text, "+ ")].join("\n")
    case "submit_plan":
      return String(input.plan ?? "")
    case "send_message":
    case "broadcast":
      return String(input.content ?? "")
    default:
      return Object.keys(input).length === 0 ? "" : JSON.stringify(input, null, 2)
  }
}

const marked = (text: unknown, sign: string): string[] =>
  typeof text === "string" ? text.split("\n").map((line) => `${sign}${line}`) : []

function Output({ text, label, failed }: { text: string; label: string; failed?: boolean }) {
  const [whole, setWhole] = useState(false)
  const cut = !whole && text.length > SHOWN
  return (
    <div className="border-t border-line bg-sunken last:rounded-b-[5px]">
      <span className="sr-only">{label}</span>
      <pre className={classes(PRE, failed ? "text-fail" : "text-text-2")}>
        {cut ? `${text.slice(0, SHOWN)}…` : text}
      </pre>
      {cut && (
        <button
          type="button"
          onClick={() => setWhole(true)}
          className="hit px-2.5 pb-2 text-small font-medium text-ink"
        >
          Show all {text.length.toLocaleString("en-GB")} characters
        </button>
      )}
    </div>
  )
}

const PRE = "px-2.5 py-2 text-small leading-[18px] whitespace-pre-wrap [overflow-wrap:anywhere]"

/** The last lines of what a running command writes; it stays at its end. */
function Tail({ text }: { text: string }) {
  const box = useRef<HTMLPreElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new text is the reason to scroll.
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }, [text])
  return (
    <div className="border-t border-line bg-sunken last:rounded-b-[5px]">
      <pre ref={box} className={classes(PRE, "max-h-[152px] overflow-hidden text-text-2")}>
        {text.slice(-4_000)}
      </pre>
    </div>
  )
}
