// The report as people read it: a table for the terminal, and the same for a document.
import type { Figure } from "./figure"
import type { Machine } from "./machine"

export type Report = {
  machine: Machine
  began: string
  seconds: number
  mode: string
  load: { lowest: number; highest: number }
  figures: Figure[]
  notes: string[]
}

const HEAD = ["section", "what", "figure", "ratio to its limit", "target", ""]

export function asText(report: Report): string {
  const rows = [HEAD, ...report.figures.map(cells)]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column === 2 ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
      .join("  ")
      .trimEnd(),
  )
  return [about(report), "", ...lines, ...report.notes.flatMap((note) => ["", note]), ""].join("\n")
}

export function asMarkdown(report: Report): string {
  const line = (row: string[]) => `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`
  const notes = report.notes.flatMap((note) => ["", note])
  return [
    about(report),
    "",
    line(HEAD),
    "|---|---|--:|---|---|---|",
    ...report.figures.map(cells).map(line),
    ...notes,
    "",
  ].join("\n")
}

function about({ machine, began, seconds, mode, load }: Report): string {
  const where = `${machine.cores} cores (${machine.cpu}), ${machine.memory_gb} GB, ${machine.system}, Node ${machine.node}`
  return `${began.slice(0, 16).replace("T", " ")} UTC, ${mode} run of ${seconds} s on ${where}; load average ${load.lowest} to ${load.highest}.`
}

function cells(figure: Figure): string[] {
  return [
    figure.section,
    figure.what,
    `${number(figure.value)}${figure.unit === "/s" || figure.unit === "%" ? "" : " "}${figure.unit}`.trim(),
    figure.ratio === undefined ? "" : `${number(figure.ratio)} × ${figure.limit}`,
    target(figure),
    figure.met === undefined ? "" : figure.met ? "met" : "MISSED",
  ]
}

function target({ target, unit }: Figure): string {
  if (!target) return ""
  const end = unit === "/s" || unit === "%" ? unit : ` ${unit}`
  return target.most === undefined ? `≥ ${target.least}${end}` : `≤ ${target.most}${end}`
}

/** Three digits that mean something, and no more. */
function number(value: number): string {
  if (!Number.isFinite(value)) return "–"
  const size = Math.abs(value)
  if (size >= 100) return Math.round(value).toLocaleString("en-GB")
  return size >= 10 ? value.toFixed(1) : value.toFixed(2)
}
