// How lists are asked for: `after` exclusive, `limit` 100 unless told, at most 1,000.
import "server-only"
import { z } from "zod"
import { type IdKind, isId } from "@/lib/core/ids"

export const LISTED = 100
export const MOST_LISTED = 1_000
const LIMIT_RULE = `limit is a whole number from 1 to ${MOST_LISTED}`

export const Limit = z
  .string()
  .regex(/^\d{1,4}$/, LIMIT_RULE)
  .transform(Number)
  .refine((limit) => limit >= 1 && limit <= MOST_LISTED, LIMIT_RULE)
  .default(LISTED)

const NO_POSITION = "after is not a position this list gave out"
export const After = z.string().regex(/^[A-Za-z0-9_.:-]{1,200}$/, NO_POSITION)
export const AfterNumber = z.string().regex(/^\d{1,15}$/, "after is a whole number")

export const PageQuery = z.object({ after: After.optional(), limit: Limit })
/** Ids of one kind: their entries may be gone since, so the form is all that can be asked of a position. */
export const IdPageQuery = (kind: IdKind) =>
  PageQuery.extend({ after: After.refine((after) => isId(kind, after), NO_POSITION).optional() })
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
