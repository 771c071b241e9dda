// One measured figure: what it is, its ratio to a limit of the same run, and the target it is held against.
import { type Spread, spreadOf } from "./statistics"

export const LIMITS = ["commit embedded", "commit PostgreSQL", "loopback"] as const
/** The floor a figure stands on; its median is measured by the section `limits` in the same run. */
export type LimitName = (typeof LIMITS)[number]

export type Figure = {
  section: string
  what: string
  value: number
  unit: string
  /** All that was measured, where the value is one of several percentiles. */
  spread?: Spread
  limit?: LimitName
  /** How many of the limit fit into the figure; for a rate, which part of the limit's own rate it reaches. */
  ratio?: number
  target?: { most?: number; least?: number }
  met?: boolean
}

type About = Omit<Figure, "section" | "value" | "unit" | "ratio" | "met" | "spread">
type Percentile = "p50" | "p95" | "p99"

/** One figure for each percentile, with its own target where there is one. */
export function times(
  section: string,
  what: string,
  samples: readonly number[],
  options: { limit?: LimitName; most?: Partial<Record<Percentile, number>>; show?: readonly Percentile[] } = {},
): Figure[] {
  const spread = spreadOf(samples)
  return (options.show ?? ["p50", "p95", "p99"]).map((name) => ({
    section,
    what: `${what}, ${name}`,
    value: spread[name],
    unit: "ms",
    spread,
    ...(options.limit ? { limit: options.limit } : {}),
    ...(options.most?.[name] === undefined ? {} : { target: { most: options.most[name] } }),
  }))
}

export const figure = (section: string, value: number, unit: string, about: About): Figure => ({
  section,
  value,
  unit,
  ...about,
})

/** Adds what only the whole run knows: the ratio to its limit, and whether the target is met. */
export function judged(all: readonly Figure[], limits: ReadonlyMap<LimitName, number>): Figure[] {
  return all.map((one) => {
    const limit = one.limit ? limits.get(one.limit) : undefined
    const ratio = limit === undefined ? undefined : one.unit === "/s" ? (one.value * limit) / 1_000 : one.value / limit
    const { most = Number.POSITIVE_INFINITY, least = Number.NEGATIVE_INFINITY } = one.target ?? {}
    const met = one.target ? one.value <= most && one.value >= least : undefined
    return { ...one, ...(ratio === undefined ? {} : { ratio }), ...(met === undefined ? {} : { met }) }
  })
}
