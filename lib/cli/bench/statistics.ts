// The few statistics the benchmark needs: percentiles by nearest rank, so that every figure is one that was really measured.

export type Spread = { count: number; min: number; p50: number; p95: number; p99: number; max: number }

/** The smallest sample that at least `share` of all samples do not exceed; NaN without samples. */
export function percentile(samples: readonly number[], share: number): number {
  if (samples.length === 0) return Number.NaN
  const sorted = [...samples].sort((a, b) => a - b)
  const rank = Math.min(sorted.length, Math.max(1, Math.ceil(share * sorted.length)))
  return sorted[rank - 1]!
}

export function spreadOf(samples: readonly number[]): Spread {
  return {
    count: samples.length,
    min: percentile(samples, 0),
    p50: percentile(samples, 0.5),
    p95: percentile(samples, 0.95),
    p99: percentile(samples, 0.99),
    max: percentile(samples, 1),
  }
}
