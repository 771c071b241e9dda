// How amounts are written: `$4.12`, `3 agents`.

export const moneyWords = (usd: number): string => {
  if (usd === 0) return "$0"
  if (usd < 0.01) return "under $0.01"
  return usd >= 1_000 ? `$${Math.round(usd).toLocaleString("en-US")}` : `$${usd.toFixed(2)}`
}

/** A round amount that a person has set. */
export const budgetWords = (usd: number): string =>
  Number.isInteger(usd) ? `$${usd.toLocaleString("en-US")}` : moneyWords(usd)

export const countWords = (count: number, one: string, many: string = `${one}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`
