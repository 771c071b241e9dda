// A team at a glance: the talk with the lead, the roster, the tasks. On narrow screens one of them at a time.
"use client"

import { useState } from "react"
import type { AgentRecord } from "@/lib/core/agent-record"
import type { ServerFacts, Viewer } from "@/lib/core/page-views"
import { useLive } from "../live/live-team"
import { RosterPane } from "../roster/roster-pane"
import { ShutdownWatch } from "../shutdown/shutdown-watch"
import { TaskBoard } from "../tasks/task-board"
import { classes } from "../ui/classes"
import { TalkPane } from "./talk-pane"

const PANES = ["Talk", "Roster", "Tasks"] as const
type Pane = (typeof PANES)[number]

type Props = { lead: AgentRecord; viewer: Viewer; facts: ServerFacts }

export function TeamPage({ lead, viewer, facts }: Props) {
  const [pane, setPane] = useState<Pane>("Talk")
  const team = useLive((state) => state.view.team.id)
  const tasks = useLive((state) => state.view.tasks)
  const agents = useLive((state) => state.view.agents)
  const canOperate = viewer.role === "operator"
  const showRoster = () => {
    setPane("Roster")
    document.getElementById("roster")?.focus()
  }
  const only = (own: Pane) => pane !== own && "max-md:hidden"
  return (
    <ShutdownWatch canOperate={canOperate}>
      <main className="flex min-h-0 flex-1 flex-col bg-surface md:grid md:grid-cols-[280px_minmax(0,1fr)] lg:grid-cols-[380px_minmax(0,1fr)] xl:grid-cols-[452px_minmax(0,1fr)] 2xl:grid-cols-[452px_minmax(0,1fr)_400px]">
        <PaneTabs pane={pane} onChoose={setPane} />
        <div className={classes("flex min-h-0 min-w-0 flex-1 flex-col border-line md:border-r", only("Talk"))}>
          <TalkPane initial={lead} viewer={viewer} facts={facts} onRoster={showRoster} />
        </div>
        <div className="contents md:flex md:min-h-0 md:min-w-0 md:flex-col 2xl:contents">
          <div
            className={classes(
              "flex min-h-0 flex-col max-md:flex-1 md:max-h-[62%] 2xl:max-h-none 2xl:border-r 2xl:border-line",
              only("Roster"),
            )}
          >
            <RosterPane facts={facts} canOperate={canOperate} />
          </div>
          <div
            className={classes(
              "flex min-h-0 flex-1 flex-col border-line md:mt-[15px] md:border-t 2xl:mt-0 2xl:border-t-0",
              only("Tasks"),
            )}
          >
            <TaskBoard team={team} tasks={tasks} agents={agents} canOperate={canOperate} />
          </div>
        </div>
      </main>
    </ShutdownWatch>
  )
}

function PaneTabs({ pane, onChoose }: { pane: Pane; onChoose: (pane: Pane) => void }) {
  return (
    <div className="flex h-11 flex-none border-b border-line md:hidden">
      {PANES.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={pane === each}
          onClick={() => onChoose(each)}
          className={classes(
            "ring-inside flex-1 border-b-2 font-medium",
            pane === each ? "border-ink text-text" : "border-transparent text-text-2",
          )}
        >
          {each}
        </button>
      ))}
    </div>
  )
}
