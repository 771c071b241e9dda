// What the rehearsal's lead says, in both languages: to the person, to teammates, and beside a plan.
import "server-only"
import type { Lang } from "./rehearsal-scene"
import type { Job, Wish } from "./rehearsal-understanding"

export const PLAYABLE: Record<Lang, readonly string[]> = {
  en: [
    "Spawn alice as a backend dev. Ask her to create a file. Then request her shutdown.",
    "Spawn bob with a refactoring task. Have him submit a plan first. Then review and approve it.",
    "Spawn charlie, have him submit a plan, then approve it.",
    "Have dave plan a risky cleanup. (Reject it with words, and watch him revise.)",
    "List teammates",
  ],
  zh: [
    "生成 alice 作为后端开发，让她创建一个文件，然后请求她关闭。",
    "生成 bob，给他一个重构任务，让他先提交计划，然后评审并批准。",
    "生成 charlie，让他提交计划，然后批准。",
    "让 dave 计划一次有风险的清理。（写明理由退回，看他如何修改。）",
    "列出队友",
  ],
}

export const LABEL: Record<Lang, string> = { en: "(rehearsal)", zh: "（排练）" }

const TASKS: Record<Job, Record<Lang, string>> = {
  create: { en: "Create a file in the workspace.", zh: "在工作区创建一个文件。" },
  refactor: { en: "Do a small refactoring.", zh: "做一次小的重构。" },
  cleanup: {
    en: "Plan a cleanup of the scratch folder; it is risky, so say plainly what could go wrong.",
    zh: "计划清理临时目录；这件事有风险，请直说可能出什么问题。",
  },
  checklist: {
    en: "Choose a small, useful change of your own and plan it.",
    zh: "自己选一个小而有用的改动，并做出计划。",
  },
}

const MANNER: Record<Lang, string> = {
  en: "Submit a plan first and wait for the decision. Then do exactly what was approved, check it, and report in a sentence or two.",
  zh: "先提交计划，等待决定。批准之后严格照做，核对结果，最后用一两句话报告。",
}

/** What a new teammate is told: the task, the manner, and the person's own words. */
export function spawnPrompt({ job, words }: Wish & { kind: "spawn" }, lang: Lang): string {
  const quoted = lang === "zh" ? `对方的原话：“${words}”` : `In the person's words: “${words}”`
  return `${TASKS[job][lang]} ${MANNER[lang]}\n\n${quoted}`
}

export const LINES = {
  en: {
    spawning: (name: string, role: string) =>
      `I bring in ${name} as ${role}. ${name} will submit a plan before changing anything.`,
    spawned: (name: string) =>
      `${name} is here and at work. When the plan comes, it waits in the queue: you decide it, not I.`,
    telling: (name: string) => `I pass that on to ${name}.`,
    told: (name: string) => `${name} has it in the inbox.`,
    already: (name: string) => `${name} is in the team already, so I pass the task on instead.`,
    reviewing: (name: string) => `${name} has submitted a plan. I read it and put my recommendation beside it.`,
    reviewed:
      "My recommendation stands beside the plan. A person decides: open the queue to approve it or send it back.",
    approved: (name: string) => `${name ? `${name}'s` : "The"} plan was approved; the work goes on.`,
    rejected: (name: string) => `${name ? `${name}'s` : "The"} plan was sent back; a revision will come.`,
    result: (name: string, words: string) => `${name} reports: ${words}`,
    shutting: (name: string) => `As asked, I now request ${name}'s shutdown.`,
    shutReason: "The work is done, as the person asked.",
    shut: (name: string) => `${name} has been asked to leave.`,
    left: (name: string) => `${name} has left the team. That was all of it.`,
    stayed: (name: string, words: string) => `${name} does not want to leave yet: ${words}`,
    listing: "I look up who is here.",
    tasks: "I look at the board.",
    decide:
      "That is not mine to decide: no model approves a plan here. Open the queue, read it, and approve it or send it back with words.",
    failed: (tool: string, text: string) => `${tool} did not work: ${text}`,
    heard: (name: string) => `I have read ${name}'s message.`,
    quiet: "Nothing for me to do just now.",
    approve: "Small, reversible, and it names everything it touches. I would approve it.",
    reject: "It removes files nobody has listed, and there is no way back. I would ask for an inventory first.",
    unknown:
      "I am a rehearsal, not a model: I play a few scenes through the real tools, so that you can try the approvals. I can play:",
  },
  zh: {
    spawning: (name: string, role: string) => `我请来 ${name} 担任${role}。${name} 在改动任何东西之前会先提交计划。`,
    spawned: (name: string) => `${name} 已经到位并开始工作。计划提交后会在队列里等着：由您决定，不由我决定。`,
    telling: (name: string) => `我把这件事转告 ${name}。`,
    told: (name: string) => `${name} 的收件箱已经收到。`,
    already: (name: string) => `${name} 已经在团队里，我改为把任务转给他。`,
    reviewing: (name: string) => `${name} 提交了计划。我读过了，把建议附在旁边。`,
    reviewed: "我的建议已附在计划旁。由人来决定：请打开队列，批准或写明理由退回。",
    approved: (name: string) => `${name ? `${name} 的` : ""}计划已批准，工作继续。`,
    rejected: (name: string) => `${name ? `${name} 的` : ""}计划被退回，稍后会有新的一版。`,
    result: (name: string, words: string) => `${name} 报告：${words}`,
    shutting: (name: string) => `按您的要求，我现在请求 ${name} 关闭。`,
    shutReason: "工作已完成，按要求离队。",
    shut: (name: string) => `已请 ${name} 离开。`,
    left: (name: string) => `${name} 已离开团队，全部完成。`,
    stayed: (name: string, words: string) => `${name} 暂时不想离开：${words}`,
    listing: "我看看谁在这里。",
    tasks: "我看看任务板。",
    decide: "这不由我决定：在这里没有模型能批准计划。请打开队列，读过之后批准，或写明理由退回。",
    failed: (tool: string, text: string) => `${tool} 没有成功：${text}`,
    heard: (name: string) => `我读了 ${name} 的消息。`,
    quiet: "目前没有需要我做的事。",
    approve: "改动小，可以撤回，涉及的内容都写明了。我建议批准。",
    reject: "要删除的文件没有人清点过，而且没有退路。我建议先要一份清单。",
    unknown: "我是排练，不是模型：我用真正的工具演几段，让您试试审批流程。我会演：",
  },
} as const satisfies Record<Lang, Record<string, unknown>>
