// The loop that systems of this kind usually have, small and faithful: a file as inbox, looked into once a second by every teammate.
import { appendFile, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { AnthropicClient } from "@/lib/server/model/anthropic-client"
import type { ModelClient } from "@/lib/server/model/model-client"
import { makeTempDir, removeDir } from "@/tests/support/temp-dir"
import { steadyNow } from "./model-process"
import { type ModelServer, startModelServer } from "./model-server"

export const POLL_MS = 1_000

type Mail = { type: string; request_id: string; approve: boolean }

export type PollingTeammate = { name: string; inbox: string; stop(): void; done: Promise<void> }

/** Waits for a decision by looking into its inbox every second, and calls the model when there is one. */
export function startPolling(folder: string, name: string, onDecision: () => Promise<void>): PollingTeammate {
  const inbox = join(folder, `${name}.jsonl`)
  let stopped = false
  const loop = async () => {
    await writeFile(inbox, "")
    while (!stopped) {
      const lines = (await readFile(inbox, "utf8")).split("\n").filter(Boolean)
      if (lines.length > 0) {
        // Read, then emptied: what such loops do, and how they lose mail.
        await writeFile(inbox, "")
        const mail = lines.map((line) => JSON.parse(line) as Mail)
        if (mail.some((message) => message.type === "plan_approval_response")) await onDecision()
      }
      await sleep(POLL_MS)
    }
  }
  return {
    name,
    inbox,
    stop: () => {
      stopped = true
    },
    done: loop(),
  }
}

export async function pollingDecisions(samples: number): Promise<number[]> {
  const folder = await makeTempDir("polling")
  const model = await startModelServer("words")
  const client = new AnthropicClient({ apiKey: "bench", authToken: null, baseURL: model.url, retries: 0 })
  const teammates = Array.from({ length: Math.min(samples, 50) }, (_, index) => `mate-${index + 1}`).map((name) =>
    startPolling(folder, name, () => callModel(client, name)),
  )
  try {
    const each = teammates.map(async (teammate) => {
      const taken: number[] = []
      for (let round = 0; round < samples / teammates.length; round++) {
        // A person's click falls anywhere within the second.
        await sleep(50 + Math.random() * POLL_MS)
        taken.push(await decideOne(model, teammate))
      }
      return taken
    })
    return (await Promise.all(each)).flat()
  } finally {
    for (const teammate of teammates) teammate.stop()
    await Promise.all(teammates.map((teammate) => teammate.done))
    await model.close()
    await removeDir(folder)
  }
}

async function decideOne(model: ModelServer, { name, inbox }: PollingTeammate): Promise<number> {
  const leaves = model.next(name)
  const began = steadyNow()
  const mail: Mail = { type: "plan_approval_response", request_id: "req_1", approve: true }
  await appendFile(inbox, `${JSON.stringify(mail)}\n`)
  return (await leaves).at - began
}

async function callModel(client: ModelClient, name: string): Promise<void> {
  const messages = [{ role: "user" as const, content: [{ type: "text", text: "Approved. Go on." }] }]
  await client.call(
    { model: "bench", system: "", tools: [], messages, maxTokens: 1_000, userId: `polling:${name}` },
    { signal: new AbortController().signal },
  )
}
