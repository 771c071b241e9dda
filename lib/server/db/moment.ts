// The column type for time that both stores share.
import "server-only"
import { customType } from "drizzle-orm/pg-core"

/** A point in time, kept to the millisecond and read as ISO 8601, so that both databases give back what was written. */
export const moment = customType<{ data: string; driverData: string | Date }>({
  dataType: () => "timestamptz(3)",
  fromDriver: (value) => (value instanceof Date ? value : new Date(value)).toISOString(),
})
