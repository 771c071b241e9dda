// The rehearsal's refactoring: a tangled total taken apart into three small modules, with one command to show the result.
import "server-only"
import {
  type Brief,
  changes,
  type Draft,
  fenced,
  freePath,
  read,
  revisionOf,
  section,
  surroundings,
  write,
} from "./rehearsal-draft"

const MONEY = `// Money in whole cents: the only form in which sums are exact.
export const cents = (amount) => Math.round(amount * 100)
export const show = (amount) => (amount / 100).toFixed(2)
`
const DISCOUNT = `// One rule a line; the first that applies wins.
const RULES = [
  { applies: (order) => order.items.length >= 10, percent: 10 },
  { applies: (order) => order.loyal === true, percent: 5 },
]

export const discount = (order) => RULES.find((rule) => rule.applies(order))?.percent ?? 0
`
const TOTAL = `// What an order costs: the sum of its lines, less the one discount it earns.
import { discount } from "./discount.js"
import { cents } from "./money.js"

export function total(order) {
  const sum = order.items.reduce((all, item) => all + cents(item.price) * item.count, 0)
  return sum - Math.round((sum * discount(order)) / 100)
}
`

export function draftRefactoring(brief: Brief): Draft {
  const folder = freePath("checkout", brief.listing)
  const files = [`${folder}/money.js`, `${folder}/discount.js`, `${folder}/total.js`]
  const revised = revisionOf(brief) > 1
  const look = revised
    ? { tool: "list_files", input: { pattern: `${folder}/**` } }
    : { tool: "bash", input: { command: `ls -R ${folder}` } }
  return {
    ...(brief.lang === "zh" ? inChinese(brief, folder) : inEnglish(brief, folder)),
    files,
    commands: revised ? [] : [`ls -R ${folder}`],
    risk: revised ? "low" : "medium",
    steps: [[write(files[0]!, MONEY), write(files[1]!, DISCOUNT), write(files[2]!, TOTAL)], [look], [read(files[2]!)]],
  }
}

type Speech = Pick<Draft, "title" | "plan" | "rollback" | "report">

function inEnglish(brief: Brief, folder: string): Speech {
  const revised = revisionOf(brief) > 1
  return {
    title: "Take the order total apart into three modules",
    plan: section(
      changes(brief, [
        "The shell command is gone: I look at the result with `list_files`, which needs no approval.",
        "With that the risk goes from medium to low. The three modules are unchanged, so what you have read still holds.",
      ]),
      "## Why",
      "Computing an order total tends to collect everything in one function: rounding, discounts, formatting. Each change then risks the other two. Three modules with one reason each can be changed, and reviewed, one at a time.",
      `${surroundings(brief)} The refactored example therefore stands in a folder of its own, \`${folder}/\`.`,
      "## Steps",
      `1. \`${folder}/money.js\`: sums in whole cents, so that 0.1 + 0.2 is 0.30.`,
      fenced("js", MONEY),
      `2. \`${folder}/discount.js\`: the rules as a table. A new rule is a new line, not a new branch.`,
      fenced("js", DISCOUNT),
      `3. \`${folder}/total.js\`: what is left is the sentence one would say aloud.`,
      fenced("js", TOTAL),
      `4. ${revised ? "List the folder" : `Run \`ls -R ${folder}\``} to show the result, read \`total.js\` back, report.`,
      "## What I leave alone",
      "- Callers: nothing imports these modules yet, and I add no import anywhere.\n- Prices and rules as such: this moves code, it changes no sum.\n- Dependencies and configuration.",
    ),
    rollback: `Delete the folder ${folder}/. Nothing outside it was changed.`,
    report: `Done: three modules in ${folder}/ as approved, read back and in order. Nothing outside the folder was touched.`,
  }
}

function inChinese(brief: Brief, folder: string): Speech {
  const revised = revisionOf(brief) > 1
  return {
    title: "把订单合计拆成三个模块",
    plan: section(
      changes(brief, [
        "不再运行任何命令：改用 `list_files` 查看结果，它不需要批准。",
        "因此风险从中降到低。三个模块没有变化，您读过的部分仍然有效。",
      ]),
      "## 为什么",
      "计算订单合计的函数往往什么都往里装：取整、折扣、格式化。改一处就可能牵动另外两处。拆成三个各司其职的模块之后，可以一个一个地改，也可以一个一个地评审。",
      `${surroundings(brief)}因此重构后的示例放在单独的目录 \`${folder}/\` 里。`,
      "## 步骤",
      `1. \`${folder}/money.js\`：金额一律用整数分计算，0.1 + 0.2 就是 0.30。`,
      fenced("js", MONEY),
      `2. \`${folder}/discount.js\`：折扣规则写成一张表。新规则是新的一行，而不是新的分支。`,
      fenced("js", DISCOUNT),
      `3. \`${folder}/total.js\`：剩下的就是一句可以念出来的话。`,
      fenced("js", TOTAL),
      `4. ${revised ? "列出该目录" : `运行 \`ls -R ${folder}\``} 展示结果，读回 \`total.js\`，然后报告。`,
      "## 不动的部分",
      "- 调用方：目前没有谁引用这些模块，我也不在别处加引用。\n- 价格和规则本身：只搬动代码，不改变任何金额。\n- 依赖和配置。",
    ),
    rollback: `删除目录 ${folder}/ 即可，目录之外没有任何改动。`,
    report: `完成：${folder}/ 里的三个模块已按批准写好并读回核对，目录之外什么都没有动。`,
  }
}
