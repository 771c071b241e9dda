// How the rehearsal plays a teammate: look around, plan, wait, work as approved, read back, report; revise when sent back.
import "server-only"
import { type Brief, type Draft, jobOf, revisionOf } from "./rehearsal-draft"
import {
  type Call,
  isTalk,
  type Lang,
  langOf,
  type Mail,
  type Scene,
  type SceneEvent,
  wordsOfDecision,
} from "./rehearsal-scene"
import { draftChecklist } from "./rehearsal-script-checklist"
import { draftCleanup } from "./rehearsal-script-cleanup"
import { draftFile } from "./rehearsal-script-create"
import { draftRefactoring } from "./rehearsal-script-refactor"
import { jobIn } from "./rehearsal-understanding"

export type Part = { text: string; calls: Call[] }

type State = {
  phase: "none" | "looking" | "waiting" | "revising" | "working" | "done"
  task: string
  lang: Lang
  listing: string[] | null
  rejections: string[]
  approval: string
  batches: number
  trouble: string | null
  shutdown: string | null
}

const START: State = {
  phase: "none",
  task: "",
  lang: "en",
  listing: null,
  rejections: [],
  approval: "",
  batches: 0,
  trouble: null,
  shutdown: null,
}

function next(state: State, event: SceneEvent): State {
  if (event.kind === "mail") return afterMail(state, event.mail)
  if (event.kind === "result") return afterResult(state, event)
  const tools = event.calls.map((call) => call.tool)
  if (tools.includes("respond_shutdown")) return { ...state, shutdown: null }
  if (tools.includes("submit_plan")) return { ...state, phase: "waiting" }
  if (tools.length > 0) return state.phase === "working" ? { ...state, batches: state.batches + 1 } : state
  return ["looking", "revising", "working"].includes(state.phase) ? { ...state, phase: "done" } : state
}

function afterMail(state: State, mail: Mail): State {
  if (mail.type === "shutdown_request") return { ...state, shutdown: mail.requestId }
  if (mail.type === "plan_approval_response" && state.phase === "waiting") {
    const words = wordsOfDecision(mail.content)
    if (mail.approve === true) return { ...state, phase: "working", approval: words, batches: 0, trouble: null }
    return { ...state, phase: "revising", rejections: [...state.rejections, words] }
  }
  if (isTalk(mail) && takesUp(state, mail))
    return { ...START, phase: "looking", task: mail.content, lang: langOf(mail.content), shutdown: state.shutdown }
  return state
}

/** The first words are the job; later ones only when they are one, and never in the middle of another. */
function takesUp(state: State, mail: Mail): boolean {
  if (mail.type === "task_assigned" || state.phase === "none") return true
  return state.phase === "done" && (mail.from === "lead" || mail.from === "human") && jobIn(mail.content) !== null
}

function afterResult(state: State, { call, text, isError }: SceneEvent & { kind: "result" }): State {
  if (call.tool === "list_files" && state.phase === "looking")
    return { ...state, listing: isError ? [] : filesIn(text) }
  if (call.tool === "submit_plan" && isError) return { ...state, phase: "working", trouble: text }
  if (state.phase !== "working" || !isError || /outcome unknown/i.test(text)) return state
  return { ...state, trouble: state.trouble ?? text }
}

const filesIn = (text: string): string[] =>
  text.split("\n").filter((line) => line.trim() !== "" && !/^(No files match|\.\.\.|\()/.test(line))

const JOBS = { create: draftFile, checklist: draftChecklist, refactor: draftRefactoring, cleanup: draftCleanup }

export function playTeammate(scene: Scene): Part {
  const state = scene.events.reduce(next, START)
  const { lang } = state
  const say = (en: string, zh: string): string => (lang === "zh" ? zh : en)
  if (state.shutdown !== null)
    return {
      text: say(
        "I was asked to leave. Nothing of mine is half done, so I agree.",
        "收到离队请求。手头没有做到一半的事，我同意离开。",
      ),
      calls: [
        {
          tool: "respond_shutdown",
          input: {
            request_id: state.shutdown,
            approve: true,
            reason: say("Nothing is half done.", "没有做到一半的事。"),
          },
        },
      ],
    }
  const brief: Brief = {
    name: scene.name,
    role: scene.role,
    lang,
    task: state.task,
    listing: state.listing ?? [],
    rejections: state.rejections,
  }
  switch (state.phase) {
    case "looking":
      if (state.listing === null)
        return {
          text: say("I look at the workspace before I plan anything.", "先看看工作区，再做计划。"),
          calls: [{ tool: "list_files", input: { pattern: "**" } }],
        }
      return submit(
        brief,
        say(
          "Here is my plan. I stop here until somebody has decided.",
          "这是我的计划。在有人做出决定之前，我停在这里。",
        ),
      )
    case "revising":
      return submit(
        brief,
        say(
          `Sent back. Revision ${revisionOf(brief)} takes up what was said.`,
          `计划被退回。第 ${revisionOf(brief)} 版已采纳意见。`,
        ),
      )
    case "working":
      return work(state, draftOf(brief), scene, say)
    case "waiting":
      return { text: say("My plan still waits for a decision.", "我的计划仍在等待决定。"), calls: [] }
    default:
      return { text: idleWords(scene, say), calls: [] }
  }
}

const draftOf = (brief: Brief): Draft => JOBS[jobOf(brief)](brief)

function submit(brief: Brief, text: string): Part {
  const { steps: _steps, report: _report, ...plan } = draftOf(brief)
  return { text, calls: [{ tool: "submit_plan", input: plan }] }
}

type Say = (en: string, zh: string) => string

function work(state: State, draft: Draft, scene: Scene, say: Say): Part {
  if (state.trouble !== null) {
    const why = state.trouble.slice(0, 400)
    return {
      text: say(
        `I stopped before the plan was done. This came back: ${why}`,
        `计划没有做完，我停下了。返回的是：${why}`,
      ),
      calls: [],
    }
  }
  const calls = draft.steps[state.batches]
  if (!calls) return { text: finalWords(draft, scene, say), calls: [] }
  if (state.batches > 0) {
    const reads = calls.some((call) => call.tool === "read_file")
    return {
      text: reads
        ? say("I read it back and compare it with the plan.", "把写好的内容读回来，与计划对照。")
        : say("Now I look at the result.", "现在看一下结果。"),
      calls,
    }
  }
  if (!state.approval)
    return { text: say("Approved. I carry out exactly what the plan names.", "已批准。我严格按计划执行。"), calls }
  const words = state.approval.replace(/\s+/g, " ").slice(0, 300)
  return {
    text: say(
      `Approved, with these words: “${words}” I keep them in mind and carry out the plan.`,
      `已批准，并附言：“${words}”我会记住，现在按计划执行。`,
    ),
    calls,
  }
}

/** What was read back is compared with what was written, not merely claimed. */
function finalWords(draft: Draft, scene: Scene, say: Say): string {
  const last = scene.events.findLast((event) => event.kind === "result" && event.call.tool === "read_file")
  const written = draft.steps
    .flat()
    .findLast((call) => call.tool === "write_file" && isResult(last) && call.input.path === last.call.input.path)
  if (!written || !isResult(last)) return draft.report
  const first = String(written.input.content).split("\n")[0] ?? ""
  if (last.text.includes(first)) return draft.report
  return say(
    `${written.input.path} does not read as planned; somebody should look at it.`,
    `${written.input.path} 读回来与计划不符，请有人看一下。`,
  )
}

const isResult = (event: SceneEvent | undefined): event is SceneEvent & { kind: "result" } => event?.kind === "result"

function idleWords(scene: Scene, say: Say): string {
  const asked = scene.fresh.some((event) => event.kind === "mail" && isTalk(event.mail))
  return asked
    ? say(
        "Noted. This is a rehearsal: I can plan and write a file, a small refactoring, a checklist or a cleanup. Ask for one of these and I submit a plan.",
        "收到。这是排练：我能计划并完成一个文件、一次小重构、一份清单或一次清理。请任选一件，我会提交计划。",
      )
    : say("I have nothing to do.", "我没有要做的事。")
}
