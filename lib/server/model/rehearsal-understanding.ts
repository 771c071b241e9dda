// What a person asks the rehearsal's lead for, in English or Chinese: names, roles, jobs and wishes, found by pattern.
import "server-only"

export type Job = "create" | "refactor" | "cleanup" | "checklist"

export type Wish =
  | { kind: "spawn"; name: string; role: string; job: Job; words: string; thenShutdown: boolean }
  | { kind: "shutdown"; name: string }
  | { kind: "tell"; name: string; words: string; thenShutdown: boolean }
  | { kind: "list_teammates" }
  | { kind: "list_tasks" }
  | { kind: "decide" }

const NAME = "([A-Za-z][A-Za-z0-9_-]{0,63})(?![A-Za-z0-9_-]|\\.\\w)"
const RESERVED = new Set(["lead", "human", "system", "policy"])
const NO_NAMES = new Set(
  (
    "a all an and another any approve as ask backend called dev down each everybody everyone file files for frontend " +
    "get give have her him his i it let list make me my named new one our plan please refactoring request review " +
    "shutdown some somebody someone submit task team teammate teammates tell the their them then they three to two up " +
    "us we with you your"
  ).split(" "),
)

const EN_SPAWN = "\\b(?:spawn|hire|summon|recruit|bring in)\\s+"
const ZH_SPAWN = "(?:生成|派生|创建|新建|召唤|启动|招募|派出|派|拉起|叫来|请来|安排|增加|添加|加入|spawn)\\s*"
const ZH_FILLER = "(?:一个|一名|一位|新的|队友|成员|同事|智能体|名为|名叫|叫做|叫|\\s)*"
const ZH_ROLE = "(?:一个|一名|一位)((?:(?!文件|任务|计划|方案)[\\u3400-\\u9fff]){2,12}?)\\s*"

/** Where teammates are asked for; each pattern gives the name as its last group. */
const SPAWN: readonly RegExp[] = [
  new RegExp(`${EN_SPAWN}(?:an?\\s+)?(?:(?!file)[\\w /-]){0,40}?\\b(?:named|called)\\s+${NAME}`, "gi"),
  new RegExp(`${EN_SPAWN}(?:(?:\\w+\\s+){0,4}(?:teammates?|agents?)\\s*:?\\s*)?${NAME}`, "gi"),
  new RegExp(
    `\\b(?:create|make|start|launch|add)\\s+(?:an?\\s+)?(?:new\\s+)?(?:teammate|agent|member)\\s+(?:(?:named|called)\\s+)?${NAME}`,
    "gi",
  ),
  new RegExp(`\\b(?:start|launch|add)\\s+${NAME}(?=\\s+(?:as\\b|to the team))`, "gi"),
  new RegExp(`${ZH_SPAWN}${ZH_FILLER}${NAME}`, "gi"),
  new RegExp(`${ZH_SPAWN}${ZH_ROLE}${NAME}`, "gi"),
  new RegExp(
    `\\b(?:have|let|make)\\s+${NAME}\\s+(?:to\\s+)?(?:plan|submit|prepare|propose|clean|refactor|create|write)`,
    "gi",
  ),
  new RegExp(`(?:让|请|叫)\\s*${NAME}\\s*(?:先)?(?:提交|计划|规划|准备|拟|制定|清理|重构|创建|写)`, "gi"),
]
const AND_NAME = new RegExp(`^\\s*(?:,\\s*and|,|、|and|和|与)\\s*${NAME}`, "i")

const SHUTDOWN =
  /shut\s*(?:\w+\s+)?down|shutdown|(?:ask|tell|let|have)\s+\w+\s+(?:to\s+)?leave|关闭(?!文件)|下线|关机|停机|退出|离开|离队/i
const LIST_MATES =
  /\b(?:list|show|who)\b.*\b(?:team|teammates?|members?|agents?)\b|(?:列出|查看|显示|有哪些|看看).*(?:队友|成员|团队|同事)/i
const LIST_TASKS = /\b(?:list|show)\b.*\btasks?\b|(?:列出|查看|显示|有哪些).*任务/i
const DECIDE = /\b(?:approve|reject|accept|decline)\b|批准|通过|驳回|拒绝/i
const TELL = new RegExp(`\\b(?:tell|ask|message|remind)\\s+${NAME}\\s+(?:to\\s+|that\\s+)?([\\s\\S]+)`, "i")
const ZH_TELL = new RegExp(`(?:告诉|让|请|通知|提醒|问)\\s*${NAME}\\s*[，,:：]?\\s*([\\s\\S]+)`)

const PATH = /(?<![\w/.-])(?!(?:e\.g|i\.e)\b)((?:[\w-]+\/)*[\w-]+\.[A-Za-z][A-Za-z0-9]{0,7})(?![\w/])/i

/** Whatever is asked stands in the first lines; patterns never run over a whole novel. */
const opening = (text: string): string => text.slice(0, 4_000)

export function jobIn(whole: string): Job | null {
  const text = opening(whole)
  if (/\brisky\b|\bclean(?:ing)?[\s-]?up\b|\b(?:delete|purge|prune|wipe)\b|风险|清理|删除/i.test(text)) return "cleanup"
  if (/refactor|重构/i.test(text)) return "refactor"
  if (/\bfiles?\b|文件/i.test(text) || PATH.test(text)) return "create"
  return /\bplan|计划|方案|规划|清单|checklist/i.test(text) ? "checklist" : null
}

/** The first file somebody named, and what they want to stand in it. */
export const pathIn = (text: string): string | null => PATH.exec(opening(text))?.[1] ?? null
export const contentIn = (text: string): string | null =>
  /(?:with|containing|saying|says?|内容(?:为|是|写)?|写上|写着)[^"“「'\n]{0,24}["“「']([^"”」'\n]{1,400})["”」']/i.exec(
    opening(text),
  )?.[1] ?? null

type Found = { name: string; from: number; to: number }

function namesIn(text: string): Found[] {
  const found: Found[] = []
  for (const pattern of SPAWN) {
    for (const match of text.matchAll(pattern)) {
      const name = match.at(-1) ?? ""
      if (!isName(name)) continue
      let to = match.index + match[0].lastIndexOf(name) + name.length
      found.push({ name, from: match.index, to })
      for (;;) {
        const more = AND_NAME.exec(text.slice(to))
        if (!more?.[1] || !isName(more[1])) break
        to += more[0].length
        found.push({ name: more[1], from: match.index, to })
      }
    }
  }
  const first = new Map<string, Found>()
  for (const one of found.sort((a, b) => a.from - b.from || a.to - b.to))
    if (!first.has(one.name)) first.set(one.name, one)
  return [...first.values()]
}

const isName = (word: string): boolean =>
  word !== "" && !NO_NAMES.has(word.toLowerCase()) && !RESERVED.has(word.toLowerCase())

const ROLE: readonly RegExp[] = [
  /\bas\s+(?:an?\s+|the\s+|our\s+)?([A-Za-z][\w /+-]*?)(?=\s*(?:[.,;!，。；]|$|\b(?:and|who|to|then|with|ask|have)\b))/i,
  new RegExp(`${EN_SPAWN}(?:an?|the)\\s+((?!teammate|agent)[\\w /-]{2,40}?)\\s+(?:named|called)\\s`, "i"),
  new RegExp(`${NAME.replace("(", "(?:")}\\s*[(（]([^)）\n]{2,40})[)）]`),
  /(?:作为|担任|当|扮演)\s*(?:一个|一名|一位)?\s*([\u3400-\u9fffA-Za-z ]{2,20}?)(?=[，。,.；;、！]|$)/,
  new RegExp(`${ZH_SPAWN}${ZH_ROLE}[A-Za-z]`),
]

function roleIn(segment: string): string | null {
  for (const pattern of ROLE) {
    const role = pattern.exec(segment)?.[1]?.trim()
    if (role && !/^(队友|成员|同事|智能体)$/.test(role)) return role.slice(0, 80)
  }
  return null
}

const ROLES: Record<Job, { en: string; zh: string }> = {
  create: { en: "engineer", zh: "工程师" },
  refactor: { en: "refactoring engineer", zh: "重构工程师" },
  cleanup: { en: "maintenance engineer", zh: "维护工程师" },
  checklist: { en: "engineer", zh: "工程师" },
}

/** `present` are the teammates already here: they are told, not spawned a second time. */
export function understand(whole: string, present: ReadonlySet<string>, lang: "en" | "zh"): Wish[] {
  const text = opening(whole)
  const give = (name: string, words: string): Wish => {
    const thenShutdown = SHUTDOWN.test(words)
    if (present.has(name)) return { kind: "tell", name, words, thenShutdown }
    const job = jobIn(words) ?? jobIn(text) ?? "checklist"
    return { kind: "spawn", name, role: roleIn(words) ?? ROLES[job][lang], job, words, thenShutdown }
  }
  const found = namesIn(text)
  if (found.length > 0)
    return found.map(({ name, from }) => {
      const next = found.find((other) => other.from > from)
      return give(name, text.slice(from, next?.from ?? text.length).trim())
    })
  const told = TELL.exec(text) ?? ZH_TELL.exec(text)
  const [, name = "", words = ""] = told ?? []
  if (isName(name) && jobIn(words) !== null) return [give(name, words.trim())]
  const leaving = SHUTDOWN.test(text) ? leaversIn(text, present) : []
  if (leaving.length > 0) return leaving.map((one) => ({ kind: "shutdown", name: one }))
  if (LIST_MATES.test(text)) return [{ kind: "list_teammates" }]
  if (LIST_TASKS.test(text)) return [{ kind: "list_tasks" }]
  if (isName(name) && words) return [{ kind: "tell", name, words: words.trim(), thenShutdown: false }]
  return DECIDE.test(text) ? [{ kind: "decide" }] : []
}

/** Words that stand around a name in a request to leave. */
const COMMON = new Set(
  "and ask can could leave let now of off please request s shut down shutdown tell turn".split(" "),
)

function leaversIn(text: string, present: ReadonlySet<string>): string[] {
  const words = [...text.matchAll(new RegExp(`(?<![A-Za-z0-9_-])${NAME}`, "g"))].map((match) => match[1]!)
  const named = words.filter((word) => present.has(word) || (isName(word) && !COMMON.has(word.toLowerCase())))
  return [...new Set(named)]
}
