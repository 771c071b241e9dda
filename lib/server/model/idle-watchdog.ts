// Watches one streamed call: aborts it when its caller does, or when no byte has come for too long.
import "server-only"

const LINGER_MS = 250

export class IdleWatchdog {
  private readonly controller = new AbortController()
  private timer: NodeJS.Timeout
  private readonly passOn = () => this.controller.abort()
  /** True once silence, and not the caller, ended the call. */
  stalled = false

  constructor(
    private readonly caller: AbortSignal,
    idleMs: number,
  ) {
    if (caller.aborted) this.controller.abort()
    else caller.addEventListener("abort", this.passOn, { once: true })
    this.timer = this.alarm(idleMs)
  }

  get signal(): AbortSignal {
    return this.controller.signal
  }

  touch(): void {
    // A refreshed timer runs again even after it was cleared.
    if (!this.controller.signal.aborted) this.timer.refresh()
  }

  /** Everything has been said; a connection that is not closed now is not worth waiting for. */
  expectEnd(): void {
    clearTimeout(this.timer)
    this.timer = this.alarm(LINGER_MS)
  }

  end(): void {
    clearTimeout(this.timer)
    this.caller.removeEventListener("abort", this.passOn)
    this.controller.abort()
  }

  private alarm(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.stalled = true
      this.controller.abort()
    }, ms)
  }

  /** The library hides pings from whoever reads its events, so life is counted on the bytes themselves, as it takes them. */
  watch(response: Response): Response {
    this.touch()
    const body = response.body
    if (!body) return response
    const iterate = body[Symbol.asyncIterator].bind(body)
    const touched = () => this.touch()
    Object.defineProperty(body, Symbol.asyncIterator, {
      value: () => {
        const chunks = iterate()
        const next = async () => {
          const chunk = await chunks.next()
          touched()
          return chunk
        }
        const counted = { next, return: () => chunks.return?.(), [Symbol.asyncIterator]: () => counted }
        return counted
      },
    })
    return response
  }
}
