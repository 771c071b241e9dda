// The live roster of a team, with what a person can do to it.
"use client"

import { useCallback, useMemo, useState } from "react"
import { updateTeamAction } from "@/lib/actions/update-team"
import { callAction } from "@/lib/client/call-action"
import type { Command } from "@/lib/client/commands"
import { showToast } from "@/lib/client/toasts"
import { isLead } from "@/lib/core/agent"
import type { ServerFacts } from "@/lib/core/page-views"
import { useLive } from "../live/live-team"
import { useCommands } from "../shell/use-commands"
import { useAgentVerbs } from "../team/use-agent-verbs"
import { Button } from "../ui/button"
import { Empty } from "../ui/empty"
import { MachineLine } from "./machine-line"
import { PausedBanner } from "./paused-banner"
import { RosterHead } from "./roster-head"
import { RosterTable } from "./roster-table"
import { SpawnDialog } from "./spawn-dialog"

export function RosterPane({ facts, canOperate }: { facts: ServerFacts; canOperate: boolean }) {
  const team = useLive((state) => state.view.team)
  const agents = useLive((state) => state.view.agents)
  const requests = useLive((state) => state.view.requests)
  const usage = useLive((state) => state.view.usage)
  const [spawning, setSpawning] = useState(false)
  const [busy, setBusy] = useState(false)
  const { verbs, dialogs } = useAgentVerbs()
  const count = agents.filter((agent) => !isLead(agent.name)).length
  const model = agents.find((agent) => isLead(agent.name))?.model ?? facts.model_id
  const { id, name } = team
  const pause = useCallback(
    async (paused: boolean) => {
      setBusy(true)
      const answer = await callAction(updateTeamAction, { team: id, paused })
      setBusy(false)
      const wanted = paused ? "paused" : "resumed"
      if (!answer.ok) showToast({ tone: "fail", text: `${name} was not ${wanted}. ${answer.error.message}` })
    },
    [id, name],
  )
  const paused = team.paused !== null
  const commands = useMemo<Command[]>(
    () =>
      canOperate
        ? [
            { id: "spawn", title: "Spawn a teammate…", note: team.name, icon: "plus", run: () => setSpawning(true) },
            {
              id: "pause",
              title: paused ? "Resume the team" : "Pause the team",
              note: team.name,
              icon: paused ? "play" : "pause",
              run: () => void pause(!paused),
            },
          ]
        : [],
    [canOperate, team.name, paused, pause],
  )
  useCommands(commands)
  return (
    <section aria-label="Roster" id="roster" tabIndex={-1} className="flex min-h-0 flex-col bg-surface outline-hidden">
      <RosterHead
        team={team}
        usage={usage}
        count={count}
        model={facts.model === "rehearsal" ? "rehearsal" : model}
        canOperate={canOperate}
        onPause={pause}
        onSpawn={() => setSpawning(true)}
      />
      <PausedBanner team={team} canOperate={canOperate} busy={busy} onResume={() => pause(false)} />
      <MachineLine machine={team.machine} />
      {!facts.sandbox && (
        <p className="flex-none border-b border-line px-4 py-1.5 text-small text-text-2 xl:px-5">
          This machine has no sandbox: a command can do what the server’s user can.
        </p>
      )}
      <div className="min-h-0 overflow-y-auto">
        {count > 0 ? (
          <RosterTable agents={agents} requests={requests} paused={paused} canOperate={canOperate} verbs={verbs} />
        ) : (
          <Empty
            mark={false}
            fact="No teammate yet."
            action={canOperate && <Button onClick={() => setSpawning(true)}>Spawn a teammate</Button>}
          >
            The lead brings them in when you tell it what to do.
          </Empty>
        )}
      </div>
      <SpawnDialog team={team.id} open={spawning} onOpenChange={setSpawning} />
      {dialogs}
    </section>
  )
}
