// Tokens for programs: what each may do, when it was last used, and a new one shown once.
"use client"

import Link from "next/link"
import { useState } from "react"
import { useTeams } from "@/components/live/live-app"
import { Banner } from "@/components/ui/banner"
import { Button } from "@/components/ui/button"
import { Moment } from "@/components/ui/time"
import { revokeTokenAction } from "@/lib/actions/tokens"
import { Confirm } from "./confirm"
import { NewTokenDialog } from "./new-token"
import { Rows, SettingsRow } from "./rows"
import { Section } from "./section"
import { useChange } from "./use-change"

type Token = {
  id: string
  name: string
  scope: "read" | "decide" | "operate" | "agent"
  team: string | null
  agent: string | null
  created_by: string
  created_at: string
  last_used_at: string | null
}

const MAY = { read: "May read.", decide: "May decide.", operate: "May do everything.", agent: "Is an agent." }

export function Tokens({ tokens }: { tokens: Token[] }) {
  const { error, change } = useChange()
  const teams = useTeams()
  const [making, setMaking] = useState(false)
  const nameOf = (id: string | null) => teams.find(({ team }) => team.id === id)?.team.name ?? id
  return (
    <Section
      title="Tokens"
      about={
        <>
          For programs that use{" "}
          <Link href="/reference" className="text-ink underline">
            the API
          </Link>
          , and for agents that join a team from outside.
        </>
      }
      wide
      action={<Button onClick={() => setMaking(true)}>Make a token</Button>}
    >
      {error && <Banner framed urgent tone="fail" fact={error} />}
      {tokens.length === 0 ? (
        <p className="text-text-2">No tokens yet.</p>
      ) : (
        <Rows label="Tokens">
          {tokens.map((token) => (
            <SettingsRow
              key={token.id}
              title={token.name}
              note={
                <>
                  {token.agent ? `Joins ${nameOf(token.team)} as ${token.agent}. ` : `${MAY[token.scope]} `}
                  Made by {token.created_by.replace(/^human:/, "")} <Moment at={token.created_at} />,{" "}
                  {token.last_used_at ? (
                    <>
                      last used <Moment at={token.last_used_at} />
                    </>
                  ) : (
                    "never used"
                  )}
                </>
              }
              action={
                <Confirm
                  button="Revoke"
                  label={`Revoke ${token.name}`}
                  title={`Revoke ${token.name}?`}
                  verb="Revoke it"
                  onConfirm={() => change(revokeTokenAction, { id: token.id })}
                >
                  Whatever uses it is refused from now on, and its open streams end.
                </Confirm>
              }
            />
          ))}
        </Rows>
      )}
      <NewTokenDialog open={making} onOpenChange={setMaking} />
    </Section>
  )
}
