// A review that failed: only its own pane says so, the list beside it stays.
"use client"

import { PaneError } from "@/components/ui/banner"
import { Button } from "@/components/ui/button"

export default function ReviewFailed({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <div className="mx-auto max-w-[560px] p-6">
      <PaneError
        fact="The plan could not be read."
        code={error.digest}
        action={
          <Button size="s" onClick={reset}>
            Try again
          </Button>
        }
      >
        Nothing was decided. Your agents go on, and your drafts are kept.
      </PaneError>
    </div>
  )
}
