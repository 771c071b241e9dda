// Runs one of the commands beside it, which are written in TypeScript: `node lib/cli/run.mjs start`.
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { register } from "tsx/esm/api"

const here = dirname(fileURLToPath(import.meta.url))
process.chdir(join(here, "..", ".."))

const unregister = register()
const [name, ...args] = process.argv.slice(2)
const command = await import(`./${name}.ts`)

await command.run(args, {
  /** From here on nothing is compiled any more: the hooks would slow and swell whatever is loaded next. */
  async compiled() {
    await unregister()
    process.setSourceMapsEnabled(false)
  },
})
