// Which old passage became which new one: pairs within a changed stretch, in order, by the words they share.

/** Pairs of indexes; each side is used at most once and the order of both sides is kept. */
export function pairPassages(before: readonly string[], after: readonly string[]): [number, number][] {
  if (before.length === 0 || after.length === 0) return []
  // Beyond this size a stretch was rewritten, not edited.
  if (before.length * after.length > 160_000) return []
  const bags = [before.map(wordBag), after.map(wordBag)] as const
  const width = after.length + 1
  const best = new Float64Array((before.length + 1) * width)
  const likeness = (i: number, j: number) => alike(bags[0][i]!, bags[1][j]!)
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--) {
      const score = likeness(i, j)
      const paired = score > 0 ? score + best[(i + 1) * width + j + 1]! : 0
      best[i * width + j] = Math.max(paired, best[(i + 1) * width + j]!, best[i * width + j + 1]!)
    }
  const pairs: [number, number][] = []
  for (let i = 0, j = 0; i < before.length && j < after.length; ) {
    const score = likeness(i, j)
    const here = best[i * width + j]!
    if (score > 0 && Math.abs(here - (score + best[(i + 1) * width + j + 1]!)) < 1e-9) pairs.push([i++, j++])
    else if (best[(i + 1) * width + j]! >= best[i * width + j + 1]!) i++
    else j++
  }
  return pairs
}

type Bag = { counts: Map<string, number>; size: number }

function wordBag(text: string): Bag {
  const counts = new Map<string, number>()
  let size = 0
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []) {
    counts.set(word, (counts.get(word) ?? 0) + 1)
    size++
  }
  return { counts, size }
}

/** 0 when they have too little in common to be called one passage. */
function alike(a: Bag, b: Bag): number {
  if (a.size === 0 || b.size === 0) return 0
  let shared = 0
  for (const [word, n] of a.counts) shared += Math.min(n, b.counts.get(word) ?? 0)
  const part = shared / Math.min(a.size, b.size)
  const whole = (2 * shared) / (a.size + b.size)
  return part >= 0.34 && whole >= 0.15 ? part + whole : 0
}
