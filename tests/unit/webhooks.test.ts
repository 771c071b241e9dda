// Webhooks: told of what opens and what is decided, signed, tried again, and logged; a restart forgets none.
import { createHmac } from "node:crypto"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, describe, expect, it } from "vitest"
import type { Event } from "@/lib/core/event"
import { decideRequest } from "@/lib/server/requests/decide-request"
import { createWebhook, deleteWebhook, listDeliveries, listWebhooks } from "@/lib/server/webhooks/webhooks"
import { plan, quiet, storyOf } from "../support/agent-story"
import { sequence } from "../support/messages-api"
import { say, useTool } from "../support/messages-api-reply"
import { openScriptedRuntime, type ScriptedRuntime } from "../support/scripted-runtime"
import { STORES } from "../support/test-runtime"
import { waitFor } from "../support/wait-for"

type Heard = { event: Event; signature: string; body: string }

describe.each(STORES)("webhooks on the %s store", (kind) => {
  let test: ScriptedRuntime
  let server: Server
  const story = storyOf(() => test)
  afterEach(async () => {
    for (const { id } of await listWebhooks(test.runtime)) await deleteWebhook(test.runtime, id)
    await test.close()
    server.close()
  })

  async function listen(answers: number[]): Promise<{ url: string; heard: Heard[] }> {
    const heard: Heard[] = []
    server = createServer(async (request, response) => {
      let body = ""
      for await (const chunk of request) body += chunk
      heard.push({ event: JSON.parse(body), signature: String(request.headers["countersign-signature"]), body })
      response.writeHead(answers[heard.length - 1] ?? 200).end()
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, heard }
  }

  it("tell of an opened request and of its decision, signed so that it can be checked", async () => {
    const { url, heard } = await listen([])
    test = await openScriptedRuntime(kind, {
      lead: quiet,
      otto: sequence(useTool("submit_plan", plan("Write", ["a"])), say("Done.")),
    })
    const { id, secret } = await createWebhook(test.runtime, { url }, "human:dana")
    await story.spawn("otto")
    const request = await story.pending("otto")
    await decideRequest(test.runtime, request.request_id, { approve: false, feedback: "No." }, "human:dana")
    await waitFor("both are told", () => heard.length === 2)
    expect(heard.map(({ event }) => event.type)).toEqual(["request.opened", "request.decided"])
    for (const { signature, body } of heard) {
      const [, seconds, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? []
      expect(createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")).toBe(mac)
    }
    await waitFor("both are logged", async () =>
      (await listDeliveries(test.runtime, id)).every(({ state }) => state === "delivered"),
    )
    expect(JSON.stringify(await listWebhooks(test.runtime))).not.toContain(secret)
  })

  it("are not waited for when the server stops, and are told by the next one", async () => {
    const { url, heard } = await listen([])
    const answer = server.listeners("request")[0] as (...given: unknown[]) => void
    let asked = 0
    server.removeAllListeners("request").on("request", (...given) => ++asked > 1 && answer(...given))
    test = await openScriptedRuntime(kind, {
      lead: quiet,
      otto: sequence(useTool("submit_plan", plan("Write", ["a"])), say("Done.")),
    })
    await createWebhook(test.runtime, { url }, "human:dana")
    await story.spawn("otto")
    await waitFor("it is being told", () => asked === 1)
    const began = performance.now()
    await test.restart()
    expect(performance.now() - began).toBeLessThan(9_000)
    await test.runtime.store.engine.transact(({ executeSql }) => executeSql("update deliveries set due_at = now()", []))
    await test.restart()
    await waitFor("it is told", () => heard.length === 1)
    expect(heard[0]!.event.type).toBe("request.opened")
  })

  it("try again after a failure, also after a restart, and drop what waits when they are removed", async () => {
    const { url, heard } = await listen([500])
    test = await openScriptedRuntime(kind, {
      lead: quiet,
      otto: sequence(useTool("submit_plan", plan("Write", ["a"])), say("Done.")),
    })
    const { id } = await createWebhook(test.runtime, { url }, "human:dana")
    await story.spawn("otto")
    await story.pending("otto")
    await waitFor(
      "the failure is logged",
      async () => (await listDeliveries(test.runtime, id))[0]?.error === "It answered 500.",
    )
    expect(await listDeliveries(test.runtime, id)).toMatchObject([{ state: "waiting", attempts: 1, status: 500 }])
    await test.runtime.store.engine.transact(({ executeSql }) => executeSql("update deliveries set due_at = now()", []))
    await test.restart()
    await waitFor("it is told again", () => heard.length === 2)
    await waitFor("it is logged", async () => (await listDeliveries(test.runtime, id))[0]?.state === "delivered")
    await deleteWebhook(test.runtime, id)
    expect(await listWebhooks(test.runtime)).toEqual([])
    await expect(listDeliveries(test.runtime, id)).rejects.toMatchObject({ code: "not_found" })
  })
})
