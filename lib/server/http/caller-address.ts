// Where a call comes from, as far as it can be known: the last hop that was written down.
import "server-only"

/** Next fills the header from the socket when no proxy did; what stands last was added by the nearest one. */
export const addressOf = (headers: Headers): string =>
  headers.get("x-forwarded-for")?.split(",").at(-1)?.trim().slice(0, 64) || "unknown"
