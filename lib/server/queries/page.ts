// Pages of a list: after a cursor, so many, and where the next one begins.
import "server-only"

export type Page = { after?: string; limit: number }

/** One more than asked for was read: whether there is a next page is known without counting. */
export function cut<T>(rows: T[], limit: number, cursorOf: (row: T) => string): { items: T[]; next: string | null } {
  if (rows.length <= limit) return { items: rows, next: null }
  const items = rows.slice(0, limit)
  return { items, next: cursorOf(items[items.length - 1]!) }
}
