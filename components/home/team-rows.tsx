// The teams as rows: the name, what waits for you, who works, what was spent today.
"use client"

import Link from "next/link"
import { useState } from "react"
import { useApp } from "@/components/live/live-app"
import { Banner } from "@/components/ui/banner"
import { ButtonLink } from "@/components/ui/button"
import { Icon } from "@/components/ui/icon"
import { Mark } from "@/components/ui/mark"
import { StatusIcon } from "@/components/ui/status"
import { budgetWords, countWords, moneyWords } from "@/lib/client/number-words"
import type { TeamSummary } from "@/lib/core/page-views"
import { StartRehearsal } from "./start-rehearsal"

const PAUSED_WORDS = {
  budget: "Paused: its budget is spent",
  unattended: "Paused: many turns without a person",
  human: "Paused by a person",
}

export function TeamRows({ teams }: { teams: TeamSummary[] }) {
  const { viewer, facts } = useApp()
  const [error, setError] = useState<string | null>(null)
  return (
    <main className="min-h-0 flex-1 overflow-y-auto bg-surface">
      <div className="mx-auto w-full max-w-[1080px] px-4 pb-12 md:px-8">
        <div className="flex min-h-18 flex-wrap items-center gap-x-3 gap-y-2 py-4">
          <h1 className="text-head font-semibold tracking-[-0.01em]">Teams</h1>
          <span className="text-text-3">{teams.length}</span>
          <span className="flex-1" />
          {viewer.role === "operator" && (
            <>
              {facts.model === "rehearsal" && <StartRehearsal variant="quiet" size="m" onError={setError} />}
              <ButtonLink href="/teams/new" variant="secondary">
                <Icon name="plus" />
                Create a team
              </ButtonLink>
            </>
          )}
        </div>
        {error && (
          <Banner framed urgent tone="fail" fact="The rehearsal did not start." className="mb-4">
            {error}
          </Banner>
        )}
        <table className="-mx-2 w-[calc(100%+16px)] table-fixed border-collapse text-left">
          <thead className="border-b border-line text-small text-text-2 max-md:sr-only">
            <tr className="h-8">
              <th scope="col" className="pl-2 font-medium">
                Team
              </th>
              <th scope="col" className="w-[150px] font-medium">
                Waits for you
              </th>
              <th scope="col" className="w-[190px] font-medium">
                Agents
              </th>
              <th scope="col" className="w-[150px] pr-2 text-right font-medium">
                Spent today
              </th>
            </tr>
          </thead>
          <tbody>
            {teams.map((summary) => (
              <Row key={summary.team.id} summary={summary} />
            ))}
          </tbody>
        </table>
      </div>
    </main>
  )
}

const CELL = "py-2.5 align-top first:pl-2 last:pr-2 max-md:block max-md:px-2 max-md:py-0.5"

function Row({ summary }: { summary: TeamSummary }) {
  const { team, waiting, working, agents, failed, spent_today_usd } = summary
  const budget = team.policy.budget_usd
  return (
    <tr className="relative border-b border-line transition-colors hover:bg-hover max-md:block max-md:py-3 md:h-15">
      <td className={CELL}>
        <Link
          href={`/teams/${team.id}`}
          className="ring-inside font-semibold after:absolute after:inset-0 after:content-['']"
        >
          {team.name}
        </Link>
        <div className="cut text-small text-text-3" title={team.workspace}>
          {team.paused ? (
            <span className="text-wait">{PAUSED_WORDS[team.paused.reason]}</span>
          ) : (
            <code>{team.workspace}</code>
          )}
        </div>
      </td>
      <td className={CELL}>
        {waiting > 0 ? (
          <Link
            href={`/queue?team=${team.id}`}
            className="relative z-10 inline-flex items-center gap-1.5 font-medium text-wait hover:underline"
          >
            <Mark state="open" />
            {countWords(waiting, "plan")}
          </Link>
        ) : (
          <span className="text-text-3 max-md:hidden">Nothing</span>
        )}
      </td>
      <td className={CELL}>
        <span className="flex items-center gap-1.5">
          <StatusIcon status={working > 0 ? "working" : "idle"} />
          {working > 0 ? (
            <>
              {working} of {countWords(agents, "agent")} {working === 1 ? "works" : "work"}
            </>
          ) : (
            <span className="text-text-2">{countWords(agents, "agent")}, none at work</span>
          )}
        </span>
        {failed > 0 && (
          <span className="flex items-center gap-1.5 font-medium text-fail">
            <StatusIcon status="failed" />
            {failed} failed
          </span>
        )}
      </td>
      <td className={`${CELL} text-right max-md:text-left`}>
        <span className="md:hidden">Spent today </span>
        {moneyWords(spent_today_usd)}
        {budget !== null && (
          <div className="text-small text-text-3 max-md:inline">
            <span className="md:hidden">, </span>
            {moneyWords(summary.usage.cost_usd)} of {budgetWords(budget)} in all
          </div>
        )}
      </td>
    </tr>
  )
}
