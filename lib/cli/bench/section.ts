// What a section of the benchmark is: it measures by itself, in a process of its own, and gives figures and remarks.
import type { Figure } from "./figure"

export type Outcome = { figures: Figure[]; notes?: string[] }
export type Section = (options: { short: boolean }) => Promise<Outcome>
