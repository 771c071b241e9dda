// Create a team: its name, its workspace, words for its lead, and who decides.
import type { Metadata } from "next"
import { NewTeamForm } from "@/components/home/new-team-form"
import { Shell } from "@/components/shell/shell"
import { livingMachines } from "@/lib/server/db/process-rows"
import { getRuntime } from "@/lib/server/runtime/get-runtime"
import { requireViewer } from "@/lib/server/session/require-viewer"

export const metadata: Metadata = { title: "Create a team" }

export default async function NewTeamPage() {
  const viewer = await requireViewer()
  const { facts, env, store } = await getRuntime()
  const machines = await livingMachines(store.read)
  return (
    <Shell viewer={viewer} facts={facts} active="home" narrow={{ title: "Create a team", back: "/" }}>
      <NewTeamForm
        roots={env.workspaces}
        machines={machines}
        machine={env.machine}
        mayCreate={viewer.role === "operator"}
        sandbox={facts.sandbox}
      />
    </Shell>
  )
}
