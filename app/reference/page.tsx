// The API, readable: every call, made from the same schemas that check it.
import type { Metadata } from "next"
import { ApiCall } from "@/components/reference/call"
import { Shell } from "@/components/shell/shell"
import { apiReference } from "@/lib/server/http/reference"
import { getRuntime } from "@/lib/server/runtime/get-runtime"
import { requireViewer } from "@/lib/server/session/require-viewer"

export const metadata: Metadata = { title: "API" }

export default async function ReferencePage() {
  const viewer = await requireViewer()
  const runtime = await getRuntime()
  return (
    <Shell viewer={viewer} facts={runtime.facts} active="settings" narrow={{ title: "API", back: "/settings" }}>
      <main className="min-h-0 flex-1 overflow-y-auto bg-surface">
        <div className="mx-auto w-full max-w-[920px] px-4 pb-12 md:px-8">
          <h1 className="pt-6 text-title font-semibold">API</h1>
          <p className="mt-1 mb-4 max-w-[72ch] text-text-2">
            JSON over HTTP, with a token from Settings as <code>Authorization: Bearer</code>. Lists take{" "}
            <code>after</code> and <code>limit</code> and answer <code>next</code>. A POST with an{" "}
            <code>Idempotency-Key</code> is carried out once. For programs:{" "}
            <a href="/api/openapi.json" className="text-ink underline">
              /api/openapi.json
            </a>
            .
          </p>
          {apiReference().map((call) => (
            <ApiCall key={`${call.method} ${call.path}`} {...call} />
          ))}
        </div>
      </main>
    </Shell>
  )
}
