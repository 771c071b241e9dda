// The rehearsal's risky plan: a recursive delete first, and after a rejection an inventory that deletes nothing.
import "server-only"
import { type Brief, changes, type Draft, fenced, freePath, read, revisionOf, section, write } from "./rehearsal-draft"

/** A name nobody uses for anything: approved as it is, even the risky plan does no harm. */
const SCRATCH = "rehearsal-scratch"

export const draftCleanup = (brief: Brief): Draft => (revisionOf(brief) === 1 ? risky(brief) : careful(brief))

function risky({ lang }: Brief): Draft {
  const command = `rm -rf ${SCRATCH}`
  const work = {
    commands: [command],
    files: [],
    risk: "high" as const,
    steps: [[{ tool: "bash", input: { command } }], [{ tool: "list_files", input: { pattern: "**" } }]],
  }
  if (lang === "zh")
    return {
      ...work,
      title: "一次性清空临时目录",
      plan: section(
        "## 为什么",
        `\`${SCRATCH}/\` 是存放中间产物的地方：每次尝试都往里写，却没有人收拾。它越大，列表和备份就越慢，也越难看出哪些还在用。最快的办法是整个删掉，下次需要时自然会重新生成。`,
        "## 步骤",
        "1. 递归删除整个目录，不逐个查看里面的文件：",
        fenced("sh", command),
        "2. 列出工作区，确认目录已经不在。\n3. 报告，然后停下。",
        "## 风险",
        "高，我想直说：\n\n- 我没有读过里面的文件，只看了名字。\n- 删除之后没有回收站，只能从备份恢复。\n- 如果有人把唯一的一份放在那里，它也会一起消失。",
        "## 为什么仍然提出来",
        "这是最短的路径，一条命令就完成。如果您认为代价太大，请退回并写明希望先看到什么，我会据此修改。",
        "## 不动的部分",
        `- \`${SCRATCH}/\` 之外的一切。\n- 产生这些文件的脚本：它们该不该改，是另一个问题。\n- 版本库的历史。`,
      ),
      rollback: "没有真正的退路：只能从备份恢复。",
      report: `完成：已按批准运行 \`${command}\`，工作区里不再有这个目录。`,
    }
  return {
    ...work,
    title: "Clear out the scratch folder in one go",
    plan: section(
      "## Why",
      `\`${SCRATCH}/\` is where half-finished results go: every attempt writes into it and nobody tidies up. The larger it grows, the slower listings and backups become, and the harder it is to see what is still in use. The quickest way is to remove it whole; what is needed again will be made again.`,
      "## Steps",
      "1. Remove the folder and everything below it, without looking at each file:",
      fenced("sh", command),
      "2. List the workspace to see that it is gone.\n3. Report, and stop.",
      "## Risk",
      "High, and I would rather say so plainly:\n\n- I have not read the files, only their names.\n- There is no bin to take them out of again; only a backup would help.\n- If somebody keeps the only copy of something there, it goes too.",
      "## Why I propose it all the same",
      "It is the shortest way, one command. If the price is too high, send it back with what you want to see first, and I will revise.",
      "## What I leave alone",
      `- Everything outside \`${SCRATCH}/\`.\n- The scripts that fill it: whether they should is another question.\n- The history in version control.`,
    ),
    rollback: "There is no real way back: only a backup.",
    report: `Done: \`${command}\` ran as approved, and the folder is no longer in the workspace.`,
  }
}

function careful(brief: Brief): Draft {
  const path = freePath("cleanup/inventory.md", brief.listing)
  const inside = brief.listing.filter((file) => file.startsWith(`${SCRATCH}/`))
  const zh = brief.lang === "zh"
  const lines = inside.slice(0, 40).map((file) => `| ${file} | ${zh ? "待定" : "to be decided"} |`)
  if (lines.length === 0) lines.push(zh ? "| （没有文件） | 无需处理 |" : "| (no files) | nothing to do |")
  const content = zh
    ? `# ${SCRATCH}/ 清点\n\n删除任何东西之前，由人逐行填写“处理”。\n\n| 文件 | 处理 |\n| --- | --- |\n${lines.join("\n")}\n`
    : `# Inventory of ${SCRATCH}/\n\nBefore anything is removed, a person fills in the second column.\n\n| File | Verdict |\n| --- | --- |\n${lines.join("\n")}\n`
  const work = { files: [path], commands: [], risk: "low" as const, steps: [[write(path, content)], [read(path)]] }
  if (zh)
    return {
      ...work,
      title: "先清点临时目录，什么都不删",
      plan: section(
        changes(brief, [
          "上面的话我接受：这一版不删除任何文件，`rm -rf` 已经去掉。",
          "改为先写一份清单，由人决定每个文件的去留。",
          "风险从高降到低：只新增一个文件，随时可以撤回。",
        ]),
        "## 为什么",
        `清理的目的没有变：让 \`${SCRATCH}/\` 不再越积越多。变的是顺序：先弄清里面有什么、归谁，再谈删除。`,
        "## 步骤",
        `1. 写入 \`${path}\`，每个文件一行，“处理”一栏留给人填写：`,
        fenced("markdown", content),
        "2. 读回来对照一遍。\n3. 报告，然后停下。删除是下一份计划的事，届时逐个写明路径。",
        "## 不动的部分",
        `- \`${SCRATCH}/\` 里的每一个文件：只看名字，不移动，也不删除。\n- 其他所有目录。\n- 命令行：不运行任何命令。`,
      ),
      rollback: `删除 ${path}。`,
      report: `完成：清单已写入 ${path}，没有删除任何文件。请填写“处理”一栏，我再为要删的文件提交计划。`,
    }
  return {
    ...work,
    title: "Take stock of the scratch folder before anything is removed",
    plan: section(
      changes(brief, [
        "I take that up: this revision removes nothing, and the `rm -rf` is gone.",
        "In its place comes an inventory in which a person decides file by file.",
        "The risk goes from high to low: one new file, which can be taken back at any time.",
      ]),
      "## Why",
      `The aim is the same: \`${SCRATCH}/\` should stop growing. The order is new: first what is in it and whose it is, then what may go.`,
      "## Steps",
      `1. Write \`${path}\`, one line for each file, the verdict left to a person:`,
      fenced("markdown", content),
      "2. Read it back and compare.\n3. Report, and stop. Removing is for the next plan, which will name each path.",
      "## What I leave alone",
      `- Every file in \`${SCRATCH}/\`: I look at names, and move or remove none.\n- All other folders.\n- The shell: no command is run.`,
    ),
    rollback: `Delete ${path}.`,
    report: `Done: the inventory stands in ${path} and nothing was removed. Fill in the verdicts, and I submit a plan for what may go.`,
  }
}
