// A wait inside a model call that ends at once, as an aborted call, when its caller gives up.
import "server-only"
import { ModelError } from "./model-client"

export const stopped = (): ModelError => new ModelError("aborted", "The model call was stopped.")

export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(stopped())
    }
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop)
      resolve()
    }, ms)
    if (signal.aborted) stop()
    else signal.addEventListener("abort", stop, { once: true })
  })
}
