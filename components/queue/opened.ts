// Which plans this person has opened in this browser: only those may be approved together with others.

const KEY = "countersign.opened"
const KEPT = 500

export function readOpened(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]")
    return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : []
  } catch {
    return []
  }
}

export function writeOpened(opened: ReadonlySet<string>, id: string): ReadonlySet<string> {
  if (opened.has(id)) return opened
  const next = new Set([...opened, id])
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...readOpened(), id])].slice(-KEPT)))
  } catch {
    // Kept for this page only.
  }
  return next
}
