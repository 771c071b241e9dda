// A page that could not be drawn: what failed, what goes on regardless, the code, and another try.
"use client"

import { useEffect } from "react"
import { PaneError } from "@/components/ui/banner"
import { Button, ButtonLink } from "@/components/ui/button"
import { announce } from "@/lib/client/announce"

export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  useEffect(() => announce("This page could not be read.", "assertive"), [])
  return (
    <main className="grid min-h-dvh place-items-center px-4">
      <h1 className="sr-only">This page could not be read</h1>
      <div className="w-full max-w-[560px]">
        <PaneError
          fact="This page could not be read."
          code={error.digest ?? error.name}
          action={
            <>
              <ButtonLink href="/" size="s">
                All teams
              </ButtonLink>
              <Button size="s" onClick={reset}>
                Try again
              </Button>
            </>
          }
        >
          The server&rsquo;s log says why. Your agents go on; nothing was decided by this.
        </PaneError>
      </div>
    </main>
  )
}
