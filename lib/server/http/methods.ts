// The methods of HTTP that any address here answers, be it with 405.
import "server-only"

export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const
export type Method = (typeof METHODS)[number]
