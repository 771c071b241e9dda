// RFC 8785: one byte-exact JSON form of a value, so that a digest means the same thing everywhere.

export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value)
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError("a number in canonical JSON must be finite")
    return JSON.stringify(value)
  }
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item === undefined ? null : item)).join(",")}]`
  if (typeof value === "object") {
    const record = value as Record<string, unknown>
    const parts: string[] = []
    // The default sort compares UTF-16 code units, which is what RFC 8785 asks for.
    for (const key of Object.keys(record).sort()) {
      if (record[key] !== undefined) parts.push(`${JSON.stringify(key)}:${canonicalJson(record[key])}`)
    }
    return `{${parts.join(",")}}`
  }
  throw new TypeError(`canonical JSON cannot hold a ${typeof value}`)
}

/** PostgreSQL's jsonb and text hold no NUL and no lone surrogate; what a model sends may have both. */
export function storable<T>(value: T): T {
  if (typeof value === "string") return storableText(value) as T
  if (Array.isArray(value)) return value.map(storable) as T
  if (value !== null && typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype) {
    const out: Record<string, unknown> = {}
    for (const [key, inner] of Object.entries(value)) out[storableText(key)] = storable(inner)
    return out as T
  }
  return value
}

/** What comes back when it is stored as JSON: dates as text, nothing that is undefined, and only what jsonb can hold. */
export function storableJson<T extends Record<string, unknown>>(value: T): T {
  return asJson(value) as T
}

function asJson(value: unknown): unknown {
  if (typeof value === "string") return storableText(value)
  if (typeof value === "number") return Number.isFinite(value) ? value : null
  if (value === null || typeof value === "boolean") return value
  if (Array.isArray(value)) return value.map((item) => (item === undefined ? null : asJson(item)))
  if (typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype) {
    const out: Record<string, unknown> = {}
    for (const key of Object.keys(value)) {
      const inner = (value as Record<string, unknown>)[key]
      if (inner !== undefined) out[storableText(key)] = asJson(inner)
    }
    return out
  }
  // Whatever else says how it is written as JSON.
  return asJson(JSON.parse(JSON.stringify(value)))
}

export function storableText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed()
  return wellFormed.includes("\0") ? wellFormed.replaceAll("\0", "\uFFFD") : wellFormed
}
