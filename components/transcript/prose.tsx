// An agent's words, set well: paragraphs, lists, quotes and code at reading size, with a caret while they are written.
import { Fragment, memo, type ReactNode } from "react"
import { classes } from "../ui/classes"
import { type Block, type Inline, parseLight } from "./light-markdown"

/** Memoised by its text: a long transcript is parsed once, not with every event. */
export const Prose = memo(function Prose({
  text,
  writing,
  className,
}: {
  text: string
  writing?: boolean
  className?: string
}) {
  const blocks = parseLight(text)
  return (
    <div className={classes("grid gap-1.5 text-talk [overflow-wrap:anywhere]", className)}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity; text only grows at its end.
        <BlockView key={index} block={block} caret={writing === true && index === blocks.length - 1} />
      ))}
      {writing && blocks.length === 0 && <Caret />}
    </div>
  )
})

function BlockView({ block, caret }: { block: Block; caret: boolean }) {
  const end = caret ? <Caret /> : null
  switch (block.kind) {
    case "paragraph":
      return (
        <p className="whitespace-pre-line">
          <Inlines parts={block.children} />
          {end}
        </p>
      )
    case "heading":
      return (
        <p className="font-semibold">
          <Inlines parts={block.children} />
          {end}
        </p>
      )
    case "quote":
      return (
        <blockquote className="border-l-2 border-line-strong pl-3 whitespace-pre-line text-text-2">
          <Inlines parts={block.children} />
          {end}
        </blockquote>
      )
    case "code":
      return (
        <pre className="rounded-m bg-sunken px-2.5 py-2 text-small leading-[18px] whitespace-pre-wrap">
          {block.text}
          {end}
        </pre>
      )
    case "list":
      return (
        <ul className="grid gap-0.5">
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            <li key={index} className={classes("grid grid-cols-[20px_minmax(0,1fr)]", INDENT[item.depth])}>
              <span aria-hidden="true" className="text-text-3">
                {block.ordered && item.depth === 0 ? `${block.start + ordinal(block.items, index)}.` : "–"}
              </span>
              <span>
                <Inlines parts={item.children} />
                {index === block.items.length - 1 && end}
              </span>
            </li>
          ))}
        </ul>
      )
  }
}

const INDENT = ["", "ml-5", "ml-10", "ml-15"]

const ordinal = (items: readonly { depth: number }[], index: number): number =>
  items.slice(0, index).filter((item) => item.depth === 0).length

function Inlines({ parts }: { parts: readonly Inline[] }): ReactNode {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above.
    <Fragment key={index}>{inline(part)}</Fragment>
  ))
}

function inline(part: Inline): ReactNode {
  switch (part.kind) {
    case "text":
      return part.text
    case "code":
      return <code>{part.text}</code>
    case "strong":
      return (
        <strong>
          <Inlines parts={part.children} />
        </strong>
      )
    case "em":
      return (
        <em>
          <Inlines parts={part.children} />
        </em>
      )
    case "link":
      return part.text === part.target ? part.text : `${part.text} (${part.target})`
  }
}

/** Stands where the next word will come. */
function Caret() {
  return <span aria-hidden="true" className="ml-0.5 inline-block h-[15px] w-[7px] bg-text-3 align-[-2px]" />
}
