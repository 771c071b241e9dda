// One's own sessions: where one is signed in, and ending that.
"use client"

import { Banner } from "@/components/ui/banner"
import { Button } from "@/components/ui/button"
import { Moment } from "@/components/ui/time"
import { endSessionAction } from "@/lib/actions/sessions"
import { Rows, SettingsRow } from "./rows"
import { Section } from "./section"
import { useChange } from "./use-change"

type Session = { id: string; label: string; created_at: string; expires_at: string; current: boolean }

export function Sessions({ sessions }: { sessions: Session[] }) {
  const { busy, error, change } = useChange()
  return (
    <Section title="Your sessions" about="Ending one signs that browser out at once." wide>
      {error && <Banner framed urgent tone="fail" fact={error} />}
      <Rows label="Your sessions">
        {sessions.toReversed().map((session) => (
          <SettingsRow
            key={session.id}
            title={session.current ? "This browser" : "Another browser"}
            note={
              <>
                Signed in <Moment at={session.created_at} />, until <Moment at={session.expires_at} />
              </>
            }
            action={
              !session.current && (
                <Button size="s" busy={busy} onClick={() => void change(endSessionAction, { id: session.id })}>
                  End it
                </Button>
              )
            }
          />
        ))}
      </Rows>
    </Section>
  )
}
