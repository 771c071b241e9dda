// Asks again and again whether this process may still run the command; no answer counts as no.
import "server-only"

export type FenceWatch = {
  check: () => Promise<boolean>
  /** How often it is asked, and how long an answer may take. */
  everyMs: number
  onHeld: () => void
  onLost: () => void
}

/** Returns what ends the watch. */
export function watchFence({ check, everyMs, onHeld, onLost }: FenceWatch): () => void {
  let over = false
  let timer: NodeJS.Timeout
  const ask = async () => {
    const held = await inTime(check, everyMs)
    if (over) return
    if (!held) return onLost()
    onHeld()
    timer = setTimeout(ask, everyMs)
  }
  timer = setTimeout(ask, everyMs)
  return () => {
    over = true
    clearTimeout(timer)
  }
}

function inTime(check: () => Promise<boolean>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms)
    const answer = (held: boolean) => {
      clearTimeout(timer)
      resolve(held)
    }
    Promise.resolve()
      .then(check)
      .then(answer, () => answer(false))
  })
}
