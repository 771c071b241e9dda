// The wall clock of a server under test, set forward or back while it runs; what has passed passes as before.
const RealDate = Date
let offset = 0

class SetDate extends RealDate {
  constructor(...given: [] | [number | string | Date] | [number, number]) {
    super(...((given.length === 0 ? [RealDate.now() + offset] : given) as [number]))
  }
  static override now(): number {
    return RealDate.now() + offset
  }
}

/** From now on the clock shows so much more, or less, than the real one. */
export function setClock(aheadMs: number): void {
  offset = aheadMs
  globalThis.Date = SetDate as DateConstructor
}
