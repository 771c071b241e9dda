// What every browser test gets: a server of its own, and pages of a person who is signed in.
import { test as base } from "@playwright/test"
import { signIn } from "./screenshots"
import { type ServerOptions, type ServerProcess, startServer } from "./server-process"

type Fixtures = {
  /** Set with `test.use({ serverOptions: { env: … } })`. */
  serverOptions: ServerOptions
  server: ServerProcess
}

export const test = base.extend<Fixtures>({
  serverOptions: [{}, { option: true }],
  server: async ({ serverOptions }, use) => {
    const server = await startServer(serverOptions)
    await use(server)
    await server.close()
  },
  baseURL: async ({ server }, use) => use(server.url),
  /** Signed in as the operator; a page of `browser.newContext()` is not. */
  context: async ({ context, server }, use) => {
    await signIn(context, server)
    await use(context)
  },
})

export { expect } from "@playwright/test"
