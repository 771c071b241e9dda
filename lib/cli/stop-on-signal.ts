// Ends the process in good order: no new requests, answers finished, streams cut, turns brought to a safe point.
import type { Server, ServerResponse } from "node:http"

/** Systems that manage processes wait a little longer than this before they kill. */
const AT_MOST_MS = 4_500
const ANSWERS_MS = 1_000

/** From now on SIGTERM and SIGINT stop the server; the function returned stops it without ending the process. */
export function stopOnSignal(server: Server, stopRuntime: () => Promise<void>): () => Promise<void> {
  const answering = new Set<ServerResponse>()
  server.on("request", (_request, response: ServerResponse) => {
    answering.add(response)
    response.once("close", () => answering.delete(response))
  })

  let stopping: Promise<void> | undefined
  const stop = (): Promise<void> => {
    stopping ??= (async () => {
      server.close()
      server.closeIdleConnections()
      await answersFinished(answering)
      server.closeAllConnections()
      await stopRuntime()
    })()
    return stopping
  }

  const onSignal = (): void => {
    // Whoever asks twice does not want to wait; nothing is lost, the next start goes on from the rows.
    if (stopping) process.exit(0)
    console.log("Stopping …")
    setTimeout(() => process.exit(0), AT_MOST_MS)
    stop().then(
      () => process.exit(0),
      (error) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on("SIGTERM", onSignal)
  process.on("SIGINT", onSignal)
  return stop
}

/** An event stream never finishes by itself; everything else gets a moment. */
async function answersFinished(answering: Set<ServerResponse>): Promise<void> {
  const isStream = (response: ServerResponse) =>
    String(response.getHeader("content-type") ?? "").startsWith("text/event-stream")
  const open = [...answering].filter((response) => !isStream(response))
  const closed = open.map((response) => new Promise((resolve) => response.once("close", resolve)))
  await Promise.race([Promise.all(closed), new Promise((resolve) => setTimeout(resolve, ANSWERS_MS).unref())])
}
