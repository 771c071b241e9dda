// The part of a command's output that is kept: its head and its tail, with a note of what was cut between them.
import "server-only"

export const KEPT_CHARACTERS = 50_000
/** Room for the note, so that all of it together stays within the limit. */
const NOTE = 100
const HALF = (KEPT_CHARACTERS - NOTE) / 2

export class KeptOutput {
  private head = ""
  private rest = ""
  private total = 0

  add(text: string): void {
    this.total += text.length
    const room = HALF - this.head.length
    this.head += text.slice(0, room)
    this.rest += text.slice(room)
    // Cut seldom, in large pieces: a flood of small ones must not copy the tail each time.
    if (this.rest.length > 4 * KEPT_CHARACTERS) this.rest = this.rest.slice(-KEPT_CHARACTERS)
  }

  text(): string {
    if (this.total <= KEPT_CHARACTERS) return storable(this.head + this.rest)
    const head = endsInHalf(this.head) ? this.head.slice(0, -1) : this.head
    const tail = this.rest.slice(startsInHalf(this.rest.slice(-HALF)) ? 1 - HALF : -HALF)
    const cut = this.total - head.length - tail.length
    return storable(`${head}\n... (${cut.toLocaleString("en")} characters cut) ...\n${tail}`)
  }
}

/** The database cannot hold a zero character. */
const storable = (text: string): string => text.replaceAll("\0", "\uFFFD")

/** A cut between the halves of a surrogate pair would leave a character that cannot be encoded. */
const endsInHalf = (text: string): boolean => /[\uD800-\uDBFF]$/.test(text)
const startsInHalf = (text: string): boolean => /^[\uDC00-\uDFFF]/.test(text)
