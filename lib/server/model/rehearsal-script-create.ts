// The rehearsal's first job: one new file, planned line by line and then written exactly so.
import "server-only"
import {
  type Brief,
  changes,
  type Draft,
  fenced,
  freePath,
  pathFromReview,
  read,
  revisionOf,
  section,
  surroundings,
  write,
} from "./rehearsal-draft"
import { contentIn, pathIn } from "./rehearsal-understanding"

const HEALTH = `// Answers the first question anyone asks of a server: are you well?
export async function health(checks = {}, now = () => new Date()) {
  const failed = []
  for (const [name, check] of Object.entries(checks)) {
    try {
      await check()
    } catch (error) {
      failed.push({ name, reason: error.message })
    }
  }
  return { status: failed.length === 0 ? "ok" : "degraded", failed, at: now().toISOString() }
}
`

const note = ({ name, role, lang }: Brief): string =>
  lang === "zh"
    ? `# ${name} 的第一份文件

这份文件由 ${name}（${role}）写下，写之前有人读过计划并会签。

- 计划里写明了这个路径，除此之外什么都没有改动。
- 写完之后又读了一遍，与计划逐字一致。
- 如果不再需要它，删掉这个文件即可，没有别的痕迹。
`
    : `# A first file from ${name}

Written by ${name}, ${role}, after a person had read the plan for it and countersigned.

- The plan named this path, and nothing else was changed.
- The file was read back afterwards and is what the plan showed, word for word.
- If nobody needs it any more, deleting this one file leaves no trace.
`

const CODE: Record<string, { language: string; content: string }> = {
  js: { language: "js", content: HEALTH },
  mjs: { language: "js", content: HEALTH },
  json: { language: "json", content: '{\n  "made_by": "rehearsal",\n  "countersigned": true\n}\n' },
  py: {
    language: "python",
    content:
      'def greet(name: str = "world") -> str:\n    """Says hello, and nothing else."""\n    return f"Hello, {name}!"\n',
  },
  html: {
    language: "html",
    content:
      '<!doctype html>\n<html lang="en">\n  <title>Hello</title>\n  <p>Written after its plan was countersigned.</p>\n</html>\n',
  },
}

/** A backend engineer without further words writes what a backend needs first. */
function chosenPath(brief: Brief): string {
  const named = pathFromReview(brief) ?? pathIn(brief.task)
  const backend = /back-?end|server|api\b|后端|服务/i.test(brief.role)
  return freePath(
    named ?? (backend ? "src/health.js" : `docs/hello-from-${brief.name.toLowerCase()}.md`),
    brief.listing,
  )
}

function chosenContent(brief: Brief, path: string): { language: string; content: string } {
  const asked = contentIn(brief.task)
  if (asked) return { language: "text", content: `${asked}\n` }
  const extension = path.slice(path.lastIndexOf(".") + 1).toLowerCase()
  return CODE[extension] ?? { language: extension === "md" ? "markdown" : "text", content: note(brief) }
}

export function draftFile(brief: Brief): Draft {
  const path = chosenPath(brief)
  const { language, content } = chosenContent(brief, path)
  const speaks = brief.lang === "zh" ? inChinese : inEnglish
  return {
    ...speaks(brief, path, fenced(language, content), content === HEALTH),
    files: [path],
    commands: [],
    risk: "low",
    steps: [[write(path, content)], [read(path)]],
  }
}

type Speech = Pick<Draft, "title" | "plan" | "rollback" | "report">

function inEnglish(brief: Brief, path: string, code: string, isHealth: boolean): Speech {
  const why = isHealth
    ? "The task asks for a first file from the backend. The most useful small one is a health check: what a load balancer, a deploy script and the person on call all ask first, answered in one place."
    : "The task asks for one file. I keep it small enough to be read whole in this review, so that what you approve is what will stand on disk."
  const how = isHealth
    ? `1. Write \`${path}\` with one exported function. Its clock and its checks are arguments, so it can be tested without a server and without waiting.`
    : `1. Write \`${path}\` with exactly this content, and nothing around it.`
  return {
    title: isHealth ? "Add a health check in one file" : `Write ${path}`,
    plan: section(
      changes(brief, [
        pathFromReview(brief)
          ? `The file is now \`${path}\`, as you asked.`
          : `It is still one file, \`${path}\`, and the words above are the first thing I check before writing.`,
        "Nothing besides it is touched, and the risk is as low as it gets: one new file.",
      ]),
      "## Why",
      why,
      surroundings(brief),
      "## Steps",
      how,
      code,
      "2. Read the file back and compare it with the block above.\n3. Report what was written, and stop.",
      "## What I leave alone",
      "- Every file that is already there: none is opened for writing.\n- Packages, configuration and routes: wiring this in is a decision of its own.\n- The shell: no command is needed, so I ask for none.",
    ),
    rollback: `Delete ${path}. Nothing else refers to it.`,
    report: `Done: ${path} is written as approved${revisionOf(brief) > 1 ? `, in revision ${revisionOf(brief)}` : ""}, and reading it back gave the planned text. Nothing else was touched.`,
  }
}

function inChinese(brief: Brief, path: string, code: string, isHealth: boolean): Speech {
  const why = isHealth
    ? "任务要求后端先交出一个文件。最小又最有用的是健康检查：负载均衡、部署脚本和值班的人首先要问的都是这一句，答案应当只在一个地方。"
    : "任务只要求一个文件。我让它短到可以在评审里读完，这样您批准的就是将要落盘的内容。"
  const how = isHealth
    ? `1. 写入 \`${path}\`，只导出一个函数。时钟和检查项都作为参数传入，测试时不需要服务器，也不需要等待。`
    : `1. 写入 \`${path}\`，内容与下面完全一致，前后不加别的东西。`
  return {
    title: isHealth ? "用一个文件加上健康检查" : `写入 ${path}`,
    plan: section(
      changes(brief, [
        pathFromReview(brief)
          ? `按您的意见，文件改为 \`${path}\`。`
          : `仍然只有一个文件 \`${path}\`；动笔之前，我先对照上面的话检查一遍。`,
        "除此之外什么都不碰，风险降到最低：只新增一个文件。",
      ]),
      "## 为什么",
      why,
      surroundings(brief),
      "## 步骤",
      how,
      code,
      "2. 把文件读回来，与上面的内容对照。\n3. 报告写了什么，然后停下。",
      "## 不动的部分",
      "- 已有的文件：一个都不以写方式打开。\n- 依赖、配置和路由：要不要接上它，是另一个决定。\n- 命令行：用不着，所以不申请任何命令。",
    ),
    rollback: `删除 ${path} 即可，没有别的文件引用它。`,
    report: `完成：${path} 已按批准的${revisionOf(brief) > 1 ? `第 ${revisionOf(brief)} 版` : ""}计划写好，读回来与计划一致，其他文件都没有动。`,
  }
}
