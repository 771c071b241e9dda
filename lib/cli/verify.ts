// `npm run verify -- <export> [--head <hash>]`: checks an exported timeline offline and names the first line that is not as it was written.
import { createReadStream } from "node:fs"
import { createInterface } from "node:readline"
import { createChainVerifier } from "@/lib/core/verify-chain"
import { eventHash } from "@/lib/server/db/append-events"

export async function run(args: string[]): Promise<void> {
  const flag = args.indexOf("--head")
  const head = flag >= 0 ? args[flag + 1] : undefined
  const file = args.find((argument, index) => !argument.startsWith("--") && (flag < 0 || index !== flag + 1))
  if (!file || (flag >= 0 && !head)) {
    console.error("Say which export to check: npm run verify -- timeline.jsonl [--head <hash>]")
    process.exit(2)
  }
  const verifier = createChainVerifier(eventHash)
  try {
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY }))
      verifier.add(line)
  } catch (error) {
    console.error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    process.exit(2)
  }
  const result = verifier.finish(head)
  if (!result.ok) {
    console.error(`${file}: ${result.sentence}`)
    process.exit(1)
  }
  console.log(`${file}: ${result.events} events, whole and in order. The last one's hash is ${result.head}.`)
  if (head === undefined) console.log("Whether lines are missing at its very end only --head <hash> can tell.")
}
