// Reads what a command prints: keeps head and tail, passes the beginning on as it comes, and slows a flood down.
import "server-only"
import type { Readable } from "node:stream"
import { KEPT_CHARACTERS, KeptOutput } from "./kept-output"

/** Whoever watches gets pieces at this pace, not one for each write of the command. */
const PASS_ON_EVERY_MS = 50
/** After so much the command has to wait a little: `yes` must not keep the server busy for two minutes. */
const FLOOD_BYTES = 4 * 1024 * 1024
const FLOOD_PAUSE_MS = 20
/** How long to wait for the last words when somebody who got away still holds the pipe. */
const LAST_WORDS_MS = 1_000

export class OutputReader {
  private readonly kept = new KeptOutput()
  private readonly decoder = new TextDecoder()
  private readonly closed: Promise<void>
  private unsent = ""
  private sent = 0
  private sinceRest = 0
  private timer: NodeJS.Timeout | undefined

  constructor(
    private readonly stream: Readable,
    private readonly passOn: (text: string) => void,
  ) {
    this.closed = new Promise((resolve) => {
      stream.on("close", resolve).on("error", () => resolve())
    })
    stream.on("data", (bytes: Buffer) => this.take(bytes))
  }

  /** All of it, once nobody writes any more. */
  async finish(): Promise<string> {
    const late = setTimeout(() => this.stream.destroy(), LAST_WORDS_MS)
    await this.closed
    clearTimeout(late)
    this.add(this.decoder.decode())
    this.flush()
    return this.kept.text()
  }

  private take(bytes: Buffer): void {
    this.add(this.decoder.decode(bytes, { stream: true }))
    this.sinceRest += bytes.length
    if (this.sinceRest < FLOOD_BYTES) return
    this.sinceRest = 0
    this.stream.pause()
    setTimeout(() => this.stream.resume(), FLOOD_PAUSE_MS)
  }

  private add(text: string): void {
    this.kept.add(text)
    const piece = text.slice(0, KEPT_CHARACTERS - this.sent)
    if (piece === "") return
    this.sent += piece.length
    this.unsent += piece
    this.timer ??= setTimeout(() => this.flush(), PASS_ON_EVERY_MS)
  }

  private flush(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.unsent === "") return
    const text = this.unsent
    this.unsent = ""
    this.passOn(text)
  }
}
