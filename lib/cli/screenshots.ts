// `npm run screenshots`: a server, two teams in the middle of their day, and a picture of every page.
import { join, relative } from "node:path"
import { Stage } from "@/tests/support/browser-stage"
import { makeDemoTeam } from "@/tests/support/demo-team"
import { openCamera } from "@/tests/support/screenshots"
import { makeTempDir, removeDir } from "@/tests/support/temp-dir"
import { root } from "./project"

export async function run([folder = join(root, "docs", "images")]: string[]): Promise<void> {
  // A home of its own, so that the pictures say `~/src` and nothing of this machine.
  const home = await makeTempDir("home")
  const src = join(home, "src")
  const stage = await Stage.open({ within: 600_000, env: { HOME: home, COUNTERSIGN_WORKSPACES: src } })
  const camera = await openCamera(stage.server, folder)
  try {
    const files = await camera.take([
      { name: "sign-in", path: "/sign-in", signedOut: true },
      { name: "first-run", path: "/" },
    ])
    const { team, revised, waiting, done } = await makeDemoTeam(stage, src)
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
        { name: "request", path: `/teams/${team}/timeline?request=${done.request_id}` },
        { name: "policy", path: `/teams/${team}/policy` },
        { name: "settings", path: "/settings" },
        { name: "reference", path: "/reference" },
      ])),
    )
    console.log(`${files.length} pictures in ${relative(process.cwd(), folder) || folder}`)
  } finally {
    await camera.close()
    await stage.close()
    await removeDir(home)
  }
}
