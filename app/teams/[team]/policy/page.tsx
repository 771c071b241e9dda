// The policy of one team: who decides what, and the limits its agents run under.
import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { PolicyForm } from "@/components/settings/policy-form"
import { Shell } from "@/components/shell/shell"
import { AppError } from "@/lib/core/errors"
import { livingMachines } from "@/lib/server/db/process-rows"
import { getTeamView } from "@/lib/server/queries/get-team-view"
import { getRuntime } from "@/lib/server/runtime/get-runtime"
import { requireViewer } from "@/lib/server/session/require-viewer"

export const metadata: Metadata = { title: "Policy" }

export default async function PolicyPage({ params }: { params: Promise<{ team: string }> }) {
  const viewer = await requireViewer()
  const runtime = await getRuntime()
  const { team: id } = await params
  const { team } = await getTeamView(runtime, id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") notFound()
    throw error
  })
  return (
    <Shell
      viewer={viewer}
      facts={runtime.facts}
      team={{ id: team.id, name: team.name }}
      active="settings"
      narrow={{ title: "Policy", note: team.name, back: `/teams/${team.id}` }}
    >
      <PolicyForm
        team={team}
        sandbox={runtime.facts.sandbox}
        machines={await livingMachines(runtime.store.read)}
        mayChange={viewer.role === "operator"}
      />
    </Shell>
  )
}
