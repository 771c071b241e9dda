// Home: the teams, or the rehearsal when there is none yet.
import type { Metadata } from "next"
import { Home } from "@/components/home/home"
import { Shell } from "@/components/shell/shell"
import { getRuntime } from "@/lib/server/runtime/get-runtime"
import { requireViewer } from "@/lib/server/session/require-viewer"

export const metadata: Metadata = { title: "Teams" }

export default async function HomePage() {
  const viewer = await requireViewer()
  const { facts } = await getRuntime()
  return (
    <Shell viewer={viewer} facts={facts} active="home">
      <Home />
    </Shell>
  )
}
