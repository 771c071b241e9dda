// Settings: people and their roles, one's own sessions and password, tokens for programs.
import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { OwnPassword } from "@/components/settings/own-password"
import { People } from "@/components/settings/people"
import { Sessions } from "@/components/settings/sessions"
import { Tokens } from "@/components/settings/tokens"
import { Webhooks } from "@/components/settings/webhooks"
import { Shell } from "@/components/shell/shell"
import { getRuntime } from "@/lib/server/runtime/get-runtime"
import { listTokens } from "@/lib/server/session/api-tokens"
import { currentPrincipal, requireViewer } from "@/lib/server/session/require-viewer"
import { listSessions } from "@/lib/server/session/sessions"
import { listUsers } from "@/lib/server/session/users"
import { listWebhooks } from "@/lib/server/webhooks/webhooks"

export const metadata: Metadata = { title: "Settings" }

export default async function SettingsPage() {
  const viewer = await requireViewer()
  const principal = await currentPrincipal()
  if (!principal) redirect("/sign-in")
  const runtime = await getRuntime()
  const operates = viewer.role === "operator"
  const [people, sessions, tokens, webhooks] = await Promise.all([
    operates ? listUsers(runtime) : null,
    listSessions(runtime, principal),
    operates ? listTokens(runtime) : null,
    operates ? listWebhooks(runtime) : null,
  ])
  return (
    <Shell viewer={viewer} facts={runtime.facts} active="settings" narrow={{ title: "Settings", back: "/" }}>
      <main className="min-h-0 flex-1 overflow-y-auto bg-surface">
        <div className="mx-auto w-full max-w-[920px] px-4 pb-12 md:px-8">
          <h1 className="pt-6 pb-4 text-title font-semibold">People, sessions, tokens</h1>
          {people && <People people={people} viewer={viewer} />}
          <Sessions sessions={sessions} />
          {principal.kind === "user" && <OwnPassword />}
          {tokens && <Tokens tokens={tokens} />}
          {webhooks && <Webhooks webhooks={webhooks} />}
        </div>
      </main>
    </Shell>
  )
}
