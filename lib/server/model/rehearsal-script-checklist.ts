// The rehearsal's plan without a given subject: a short checklist for whoever reviews the next plan.
import "server-only"
import {
  type Brief,
  changes,
  type Draft,
  fenced,
  freePath,
  pathFromReview,
  read,
  section,
  surroundings,
  write,
} from "./rehearsal-draft"

const ENGLISH = `# Before you countersign a plan

1. Could you carry it out yourself from what is written? If a step needs guessing, send it back.
2. Does it name every file and every command? What is not named is not granted.
3. Is there a way back, and would you dare to take it on a Friday?
4. What does it leave alone? A good plan says so.
5. Is the risk the author claims the one you would claim?
`

const CHINESE = `# 会签一份计划之前

1. 照着写的内容，您自己能不能做完？需要猜的步骤就退回去。
2. 每个文件、每条命令都写明了吗？没有写明的就没有授权。
3. 有没有退路？周五下午您敢不敢走这条退路？
4. 它不动什么？好的计划会说清楚。
5. 作者自报的风险，和您的判断一样吗？
`

export function draftChecklist(brief: Brief): Draft {
  const path = freePath(pathFromReview(brief) ?? "docs/review-checklist.md", brief.listing)
  const content = brief.lang === "zh" ? CHINESE : ENGLISH
  return {
    ...(brief.lang === "zh" ? inChinese(brief, path) : inEnglish(brief, path)),
    files: [path],
    commands: [],
    risk: "low",
    steps: [[write(path, content)], [read(path)]],
  }
}

type Speech = Pick<Draft, "title" | "plan" | "rollback" | "report">

const inEnglish = (brief: Brief, path: string): Speech => ({
  title: "A one-page checklist for reviewing plans",
  plan: section(
    changes(brief, [
      `The checklist goes to \`${path}\`, and nowhere else.`,
      "I read the words above again before writing; the risk stays low.",
    ]),
    "## Why",
    "I was asked for a plan and given no subject, so I chose the smallest thing that helps everybody here: five questions that make the next review faster and harder to get wrong.",
    surroundings(brief),
    "## Steps",
    `1. Write \`${path}\` with this text. It fits on one screen on purpose: a longer list is not read.`,
    fenced("markdown", ENGLISH),
    "2. Read it back and compare it with the text above.\n3. Report, and stop.",
    "## What I leave alone",
    "- Every other file; this one is new.\n- The team's policy: a checklist advises, it decides nothing.\n- The shell: no command is needed.",
  ),
  rollback: `Delete ${path}.`,
  report: `Done: the checklist stands in ${path}, read back and as approved. Nothing else was touched.`,
})

const inChinese = (brief: Brief, path: string): Speech => ({
  title: "一页纸的计划评审清单",
  plan: section(
    changes(brief, [`清单只写到 \`${path}\`，不写别处。`, "动笔之前再读一遍上面的话；风险仍然是低。"]),
    "## 为什么",
    "任务要求先提交计划，但没有给出题目，所以我选了对大家都有用的最小一件事：五个问题，让下一次评审更快，也更不容易出错。",
    surroundings(brief),
    "## 步骤",
    `1. 写入 \`${path}\`，内容如下。特意控制在一屏之内：再长就没有人读了。`,
    fenced("markdown", CHINESE),
    "2. 读回来，与上面的文字对照。\n3. 报告，然后停下。",
    "## 不动的部分",
    "- 其他所有文件；这是一个新文件。\n- 团队的策略：清单只提建议，不做决定。\n- 命令行：用不着任何命令。",
  ),
  rollback: `删除 ${path}。`,
  report: `完成：清单已写入 ${path}，读回来与批准的内容一致，其他文件都没有动。`,
})
