// Ends the process in good order: no new requests, streams ended, answers finished, turns brought to a safe point.
import type { Server, ServerResponse } from "node:http"
import { endWithNpm } from "./end-with-npm"

/** Systems that manage processes wait a little longer than this before they kill. */
const AT_MOST_MS = 4_000
const ANSWERS_MS = 1_000

type Stoppable = { endStreams(): void; stop(): Promise<void> }

/** From now on SIGTERM and SIGINT stop the server; the function returned stops it without ending the process. */
export function stopOnSignal(server: Server, running: () => Promise<Stoppable | undefined>): () => Promise<void> {
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
      const runtime = await running()
      runtime?.endStreams()
      await answersFinished(answering)
      server.closeAllConnections()
      await runtime?.stop()
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
  endWithNpm(() => stopping !== undefined)
  return stop
}

/** A reader that takes nothing, or a page still being made, gets a moment and no more. */
async function answersFinished(answering: Set<ServerResponse>): Promise<void> {
  const closed = [...answering].map((response) => new Promise((resolve) => response.once("close", resolve)))
  await Promise.race([Promise.all(closed), new Promise((resolve) => setTimeout(resolve, ANSWERS_MS).unref())])
}
