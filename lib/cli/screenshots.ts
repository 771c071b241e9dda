// `npm run screenshots`: a server with the rehearsal, a team in the middle of its day, and a picture of every page.
import { join, relative } from "node:path"
import { makeDemoTeam } from "@/tests/support/demo-team"
import { openCamera } from "@/tests/support/screenshots"
import { startServer } from "@/tests/support/server-process"
import { root } from "./project"

export async function run([folder = join(root, "docs", "images")]: string[]): Promise<void> {
  const server = await startServer({ within: 600_000 })
  const camera = await openCamera(server, folder)
  try {
    const files = await camera.take([
      { name: "sign-in", path: "/sign-in", signedOut: true },
      { name: "first-run", path: "/" },
    ])
    const { team, revised, waiting, done } = await makeDemoTeam(server.api)
    files.push(
      ...(await camera.take([
        { name: "home", path: "/" },
        { name: "new-team", path: "/teams/new" },
        { name: "queue", path: "/queue" },
        { name: "plan", path: `/queue/${waiting.request_id}` },
        { name: "revision", path: `/queue/${revised.request_id}` },
        { name: "plan-decided", path: `/queue/${done.request_id}` },
        { name: "team", path: `/teams/${team}` },
        { name: "agent", path: `/teams/${team}/agents/${revised.sender}` },
        { name: "agent-left", path: `/teams/${team}/agents/${done.sender}` },
        { name: "timeline", path: `/teams/${team}/timeline` },
        { name: "policy", path: `/teams/${team}/policy` },
        { name: "settings", path: "/settings" },
      ])),
    )
    console.log(`${files.length} pictures in ${relative(process.cwd(), folder) || folder}`)
  } finally {
    await camera.close()
    await server.close()
  }
}
