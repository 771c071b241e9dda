// The runs of a row: weight, code, where links lead, and Markdown or HTML that is shown as it was written.
import type { ReactNode } from "react"
import { classes } from "@/components/ui/classes"
import type { Run } from "@/lib/core/plan-runs"
import { ShownText } from "./shown-text"

const INLINE_CODE =
  "rounded-s bg-[color-mix(in_srgb,var(--text)_7%,transparent)] px-1 py-px text-[13.5px] box-decoration-clone"

/** A short command is read as one: `rm -rf` must not end a line with `rm -`. */
const UNBROKEN = 28

export function RunsText({ runs }: { runs: readonly Run[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the runs of a row never change places.
  return runs.map((run, index) => <RunText key={index} run={run} />)
}

function RunText({ run }: { run: Run }) {
  const text = <ShownText text={run.text} />
  let shown: ReactNode = text
  if (run.code)
    shown = <code className={classes(INLINE_CODE, run.text.length <= UNBROKEN && "whitespace-nowrap")}>{text}</code>
  if (run.role === "source")
    shown = (
      <code
        title={run.text.startsWith("<!--") ? "HTML comment, shown as text" : "Shown as it was written"}
        className="rounded-s px-1 py-px text-[13px] text-text-2 shadow-[inset_0_0_0_1px_var(--line-strong)] box-decoration-clone"
      >
        {text}
      </code>
    )
  if (run.role === "target")
    return (
      <span className="font-mono text-[12.5px] tracking-[-0.01em] [overflow-wrap:anywhere] text-text-3">{text}</span>
    )
  if (run.role === "image") shown = <span className="text-text-2 italic">{text}</span>
  if (run.role === "link") shown = <LinkRun href={run.href}>{shown}</LinkRun>
  if (!run.strong && !run.em && !run.struck) return shown
  return (
    <span className={classes(run.strong && "font-semibold", run.em && "italic", run.struck && "line-through")}>
      {shown}
    </span>
  )
}

/** Only http and https lead anywhere, in a new tab that learns nothing of this one. */
function LinkRun({ href, children }: { href?: string; children: ReactNode }) {
  if (!href)
    return <span className="underline decoration-line-strong decoration-dotted underline-offset-4">{children}</span>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className="text-ink underline underline-offset-4">
      {children}
    </a>
  )
}
