// No team yet: what the product does in one sentence, the rehearsal in one click, and its timeline as the explanation.
"use client"

import { useState } from "react"
import { useApp } from "@/components/live/live-app"
import { Banner } from "@/components/ui/banner"
import { ButtonLink } from "@/components/ui/button"
import { Icon } from "@/components/ui/icon"
import { RehearsalFigure } from "./rehearsal-figure"
import { StartRehearsal } from "./start-rehearsal"

export function FirstRun() {
  const { viewer, facts } = useApp()
  const [error, setError] = useState<string | null>(null)
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid min-h-full w-full max-w-[1216px] content-center items-center gap-x-18 gap-y-10 px-5 py-8 md:px-10 lg:grid-cols-2 lg:pt-0 lg:pb-6">
        <section>
          <h1 className="max-w-[15em] text-first font-semibold text-balance">
            Your agents plan. Nothing happens until you sign.
          </h1>
          <p className="mt-3.5 max-w-[33em] text-read text-text-2">
            A teammate that wants to change something writes a plan and stops. You read it, approve it or send it back
            with words. Try it once: the rehearsal plays a short piece of real work and needs no model key.
          </p>
          {viewer.role === "operator" ? (
            <>
              <div className="mt-7 flex flex-wrap gap-2.5">
                <StartRehearsal autoFocus onError={setError} />
                <ButtonLink href="/teams/new" size="xl">
                  Create a team
                </ButtonLink>
              </div>
              <p className="mt-3.5 max-w-[46ch] text-small text-text-3">
                About two minutes. It writes one file, in a workspace of its own.
              </p>
            </>
          ) : (
            <p className="mt-7 text-text-2">There is no team yet. An operator can create one.</p>
          )}
          {error && (
            <Banner framed urgent tone="fail" fact="The rehearsal did not start." className="mt-4">
              {error}
            </Banner>
          )}
          <div className="mt-8 mb-[18px] h-px bg-line" />
          <p className="flex max-w-[34em] gap-2.5 text-text-2">
            <Icon name="terminal" className="mt-0.5" />
            {facts.model === "rehearsal" ? (
              <span>
                No model is connected yet. With <code className="text-text">ANTHROPIC_API_KEY</code> set at the next
                start, your own teams use a real one.
              </span>
            ) : (
              <span>
                Your own teams use <code className="text-text">{facts.model_id}</code>.
              </span>
            )}
          </p>
        </section>
        <RehearsalFigure />
      </div>
    </main>
  )
}
