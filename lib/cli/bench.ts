// `npm run bench -- [sections] [--short] [--json <file>] [--markdown <file>]`: measures this machine and shows a table with every figure beside its limit.
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { type Figure, judged, type LimitName } from "./bench/figure"
import { loadAverage, machine } from "./bench/machine"
import { MODEL_PROCESS } from "./bench/model-server"
import { runPart } from "./bench/run-part"
import type { Outcome } from "./bench/section"
import { SECTIONS } from "./bench/sections"
import { asMarkdown, asText } from "./bench/table"

const IDLE_PROBE = "idle-probe"
const PROBES = [IDLE_PROBE, MODEL_PROCESS]
const USAGE = `npm run bench -- [${Object.keys(SECTIONS).join(" ")}] [--short] [--json <file>] [--markdown <file>]`

export async function run(args: string[]): Promise<void> {
  const options = read(args)
  if (!options) {
    console.error(`Usage: ${USAGE}`)
    process.exit(2)
  }
  if (options.part) return runAsPart(options.part, options)
  const began = new Date()
  const loads = [loadAverage()]
  const outcomes: Outcome[] = []
  for (const name of Object.keys(SECTIONS).filter((each) => each === "limits" || options.sections.includes(each))) {
    settleDisk()
    process.stderr.write(`${name} … `)
    const from = performance.now()
    const outcome = await runPart<Outcome>(name, options.short ? ["--short"] : []).catch(
      (error: Error): Outcome => ({ figures: [], notes: [`${name} was not measured: ${error.message}`] }),
    )
    process.stderr.write(`${((performance.now() - from) / 1_000).toFixed(1)} s\n`)
    outcomes.push(outcome)
    loads.push(loadAverage())
  }
  const figures = outcomes.flatMap((outcome) => outcome.figures)
  const report = {
    machine: machine(),
    began: began.toISOString(),
    seconds: Math.round((Date.now() - began.getTime()) / 1_000),
    mode: options.short ? "short" : "full",
    load: { lowest: Math.min(...loads), highest: Math.max(...loads) },
    figures: judged(figures, limitsOf(figures)),
    notes: outcomes.flatMap((outcome) => outcome.notes ?? []),
  }
  console.log(asText(report))
  if (options.json) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`)
  if (options.markdown) writeInto(options.markdown, asMarkdown(report))
}

/** What the section before wrote reaches the disk now, and not at the cost of the next one; where there is no `sync`, so be it. */
function settleDisk(): void {
  spawnSync("sync", { stdio: "ignore", timeout: 60_000 })
}

/** A document keeps its own words around the two marks; a file without them holds nothing but the table. */
function writeInto(file: string, table: string): void {
  const text = existsSync(file) ? readFileSync(file, "utf8") : ""
  const marks = /(<!-- figures -->\n)[\s\S]*(<!-- end of figures -->)/
  writeFileSync(file, marks.test(text) ? text.replace(marks, (_, from, to) => `${from}${table}${to}`) : table)
}

/** In a process of its own, so that what one section leaves behind in memory does not slow the next. */
async function runAsPart(name: string, { short, input }: Options): Promise<void> {
  const given = JSON.parse(input ?? "null")
  if (name === MODEL_PROCESS) return (await import("./bench/model-process")).modelProcess(given)
  const outcome =
    name === IDLE_PROBE
      ? await (await import("./bench/idle-probe")).idleProbe(given)
      : await (await SECTIONS[name]!())({ short })
  process.send?.(outcome, () => process.exit(0))
}

/** The median of each limit: what the ratios are made with. */
function limitsOf(figures: readonly Figure[]): Map<LimitName, number> {
  const medians = figures.filter((each) => each.section === "limits" && each.what.endsWith("p50"))
  return new Map(medians.map((each) => [each.limit!, each.value]))
}

type Options = {
  sections: string[]
  short: boolean
  json: string | null
  markdown: string | null
  /** What this process is when another one started it: a section, or a probe with its input. */
  part: string | null
  input: string | null
}

function read(args: string[]): Options | null {
  const options: Options = { sections: [], short: false, json: null, markdown: null, part: null, input: null }
  for (let at = 0; at < args.length; at++) {
    const argument = args[at]!
    if (argument === "--short") options.short = true
    else if (argument === "--json") options.json = args[++at] ?? null
    else if (argument === "--markdown") options.markdown = args[++at] ?? null
    else if (argument === "--part") options.part = args[++at] ?? null
    else if (argument === "--with") options.input = args[++at] ?? null
    else if (argument in SECTIONS) options.sections.push(argument)
    else return null
  }
  if (options.part !== null && !PROBES.includes(options.part) && !(options.part in SECTIONS)) return null
  if (options.sections.length === 0) options.sections = Object.keys(SECTIONS)
  return options
}
