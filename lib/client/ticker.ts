// One timer for everything on the page that counts: it runs only while somebody listens.

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

function tick() {
  // Aligned to the second, so that all counters change in the same frame.
  timer = setTimeout(tick, 1000 - (Date.now() % 1000))
  for (const listener of listeners) listener()
}

export function subscribeToTicks(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) timer = setTimeout(tick, 1000 - (Date.now() % 1000))
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || timer === undefined) return
    clearTimeout(timer)
    timer = undefined
  }
}
