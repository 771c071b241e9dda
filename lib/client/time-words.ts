// How spans and moments are written: `48 s`, `6 min`, `2 h 10 min`; running ones `0:41`; moments `14:02:11`.

export function durationWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  return `${Math.floor(hours / 24)} days`
}

/** With its seconds, where a span is over and its exact length matters: `6 min 16 s`. */
export function exactDurationWords(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`
  const seconds = Math.floor(ms / 1000)
  if (seconds < 60 || seconds >= 3600 || seconds % 60 === 0) return durationWords(ms)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

export function runningWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const two = (value: number) => String(value).padStart(2, "0")
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(kind: string, zone: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${kind} ${zone ?? ""}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat("en-GB", { ...options, timeZone: zone })
  formats.set(key, made)
  return made
}

export function clockWords(at: string | number, zone?: string, seconds = true): string {
  const options: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }
  if (seconds) options.second = "2-digit"
  return formatOf(seconds ? "clock-s" : "clock", zone, options).format(new Date(at))
}

/** `14:02` today, `Mon 14:02` within the week, `3 Nov 14:02` before that. */
export function momentWords(at: string | number, now: number, zone?: string): string {
  const date = new Date(at)
  const day = formatOf("day", zone, { year: "numeric", month: "2-digit", day: "2-digit" })
  const clock = clockWords(at, zone, false)
  if (day.format(date) === day.format(now)) return clock
  const recent = date.getTime() < now && now - date.getTime() < 6 * 86_400_000
  const word = recent
    ? formatOf("weekday", zone, { weekday: "short" })
    : formatOf("date", zone, { day: "numeric", month: "short" })
  return `${word.format(date)} ${clock}`
}

export const isZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat("en-GB", { timeZone: zone })
    return true
  } catch {
    return false
  }
}
