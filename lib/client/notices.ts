// Notices outside of the page, one for each request over all tabs: the first tab that hears of it writes it down.

const KEY = "countersign.noticed"
const MOST_KEPT = 200

/** False when this or another tab of the browser has told of it already. */
export async function firstToTell(id: string): Promise<boolean> {
  // Plain http on another host than localhost has no locks; two tabs may then tell the same at the same moment.
  if (!navigator.locks) return writeDown(id)
  return navigator.locks.request(KEY, () => writeDown(id))
}

function writeDown(id: string): boolean {
  try {
    const told = JSON.parse(localStorage.getItem(KEY) ?? "[]") as string[]
    if (told.includes(id)) return false
    localStorage.setItem(KEY, JSON.stringify([...told, id].slice(-MOST_KEPT)))
  } catch {
    // Without a storage every tab tells for itself; the browser folds notices of one tag.
  }
  return true
}

/** Shown by the system; pressing it brings the page forward and goes where the request is. */
export function showNotice({ tag, title, body }: { tag: string; title: string; body: string }, go: () => void): void {
  try {
    const notice = new Notification(title, { tag, body, icon: "/mark-open.svg" })
    notice.onclick = () => {
      window.focus()
      go()
      notice.close()
    }
  } catch {
    // Some browsers know the permission but show nothing that a page makes itself.
  }
}
