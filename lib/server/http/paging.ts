// How lists are asked for: `after` exclusive, `limit` 100 unless told, at most 1,000.
import "server-only"
import { z } from "zod"

const LIMIT_RULE = "limit is a whole number from 1 to 1000"

export const Limit = z
  .string()
  .regex(/^\d{1,4}$/, LIMIT_RULE)
  .transform(Number)
  .refine((limit) => limit >= 1 && limit <= 1_000, LIMIT_RULE)
  .default(100)

export const After = z.string().regex(/^[A-Za-z0-9_.:-]{1,200}$/, "after is not a position this list gave out")
export const AfterNumber = z.string().regex(/^\d{1,15}$/, "after is a whole number")

export const PageQuery = z.object({ after: After.optional(), limit: Limit })
export const NumberedPageQuery = z.object({ after: AfterNumber.optional(), limit: Limit })

/** A short list that is held whole: the part of it that was asked for. */
export function pageOf<T>(
  items: readonly T[],
  key: (item: T) => string,
  page: { after?: string; limit: number },
): { items: T[]; next: string | null } {
  const rest = items.filter((item) => page.after === undefined || key(item) > page.after)
  const part = rest.slice(0, page.limit)
  return { items: part, next: rest.length > part.length ? key(part.at(-1)!) : null }
}

/** Which bearer of a name is meant; the newest unless told. */
export const Generation = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, "generation is a whole number from 1")
  .transform(Number)
  .optional()
