// The sanitised syntax tree of a plan. It is read on the server only, so that no Markdown parser is sent to the browser.
import Markdown from "react-markdown"
import rehypeSanitize, { defaultSchema } from "rehype-sanitize"
import remarkGfm from "remark-gfm"
import { sourceLines } from "@/lib/core/plan-rows"
import type { TreeNode } from "@/lib/core/plan-runs"
import { keepAllText } from "./keep-all-text"

/** No attribute that loads or leads anywhere survives; `title` carries a target to be written out as text. */
const schema = {
  ...defaultSchema,
  tagNames: [
    ...["p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "code", "table", "thead"],
    ...["tbody", "tr", "th", "td", "hr", "br", "strong", "em", "del", "input"],
    ...["plan-block", "plan-source", "plan-link", "plan-image"],
  ],
  attributes: { "plan-link": ["title"], "plan-image": ["title"], input: ["type", "checked", "disabled"] },
  required: {},
  ancestors: {},
  strip: [],
}

export function markdownTree(text: string): TreeNode {
  const source = sourceLines(text).join("\n")
  let tree: TreeNode = { type: "root", children: [] }
  const take = () => (parsed: TreeNode) => {
    tree = parsed
    // Rows are made from the tree itself; nothing is left for the library to turn into elements.
    return { type: "root", children: [] }
  }
  Markdown({
    children: source,
    remarkPlugins: [remarkGfm, keepAllText(source)],
    rehypePlugins: [[rehypeSanitize, schema], take],
  })
  return tree
}
