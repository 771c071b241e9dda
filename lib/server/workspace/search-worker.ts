// A regular expression run on a thread of its own, where one that never ends can be ended.
import "server-only"
import { Worker } from "node:worker_threads"

export type SearchBatch = { files: { path: string; text: string }[]; most: number }

/**
 * Plain JavaScript as text, because a bundled server has no file to start a thread from. Lines are matched one by one;
 * long ones are shown from their start.
 */
const SOURCE = `
const { parentPort, workerData } = require("node:worker_threads")
const expression = new RegExp(workerData.source, workerData.flags)
parentPort.on("message", ({ files, most }) => {
  const found = []
  for (const { path, text } of files) {
    const lines = text.split("\\n")
    for (let i = 0; i < lines.length && found.length < most; i++) {
      const line = lines[i].endsWith("\\r") ? lines[i].slice(0, -1) : lines[i]
      if (!expression.test(line)) continue
      const shown = line.length > 300 ? line.slice(0, 300) + "…" : line
      found.push(path + ":" + (i + 1) + ": " + shown)
    }
  }
  parentPort.postMessage(found)
})
`

export class SearchWorker {
  private readonly worker: Worker

  constructor(expression: RegExp) {
    this.worker = new Worker(SOURCE, {
      eval: true,
      env: {},
      workerData: { source: expression.source, flags: expression.flags },
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    })
    // An error without a listener would end the server; with nobody waiting there is nothing to tell.
    this.worker.on("error", () => {})
  }

  /** The matching lines of these files, or null when that took longer than `timeoutMs`. */
  search(batch: SearchBatch, timeoutMs: number): Promise<string[] | null> {
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void) => {
        clearTimeout(timer)
        this.worker.off("message", onMessage).off("error", onError)
        finish()
      }
      const onMessage = (found: string[]) => settle(() => resolve(found))
      const onError = (error: Error) => settle(() => reject(error))
      const timer = setTimeout(() => settle(() => resolve(null)), timeoutMs)
      this.worker.on("message", onMessage).on("error", onError)
      this.worker.postMessage(batch)
    })
  }

  async close(): Promise<void> {
    await this.worker.terminate()
  }
}
