// One agent: its strip of facts, its inbox and its transcript side by side; on narrow screens one of the two at a time.
"use client"

import { useRouter } from "next/navigation"
import { useEffect, useMemo, useState } from "react"
import type { Agent } from "@/lib/core/agent"
import type { AgentRecord } from "@/lib/core/agent-record"
import { LEAD } from "@/lib/core/ids"
import type { ServerFacts, Viewer } from "@/lib/core/page-views"
import type { Request } from "@/lib/core/request"
import { InboxPane } from "../inbox/inbox-pane"
import { useLive } from "../live/live-team"
import { useKeys } from "../shell/use-keys"
import { ShutdownWatch } from "../shutdown/shutdown-watch"
import { TranscriptPane } from "../transcript/transcript-pane"
import { useAgentRecord } from "../transcript/use-agent-record"
import { Banner, PaneError } from "../ui/banner"
import { Button } from "../ui/button"
import { classes } from "../ui/classes"
import { Icon } from "../ui/icon"
import { AgentHead } from "./agent-head"
import { useAgentVerbs } from "./use-agent-verbs"

type Props = { agent: Agent; record: AgentRecord; viewer: Viewer; facts: ServerFacts }

export function AgentPage(props: Props) {
  // Another generation is another agent: nothing of the one before may stay.
  return (
    <ShutdownWatch about={props.agent.name} canOperate={props.viewer.role === "operator"}>
      <OneAgent key={`${props.agent.name}-${props.agent.generation}`} {...props} />
    </ShutdownWatch>
  )
}

function OneAgent({ agent: first, record: initial, viewer, facts }: Props) {
  const { name, generation } = first
  const known = useLive((state) => state.view.agents.find((agent) => agent.name === name))
  const agent = known?.generation === generation ? known : first
  const team = useLive((state) => state.view.team)
  const viewRequests = useLive((state) => state.view.requests)
  const writing = useLive((state) => state.writing[name])
  const live = useAgentRecord(team.id, name, initial, known === undefined || known.generation === generation)
  const [pane, setPane] = useState<"Inbox" | "Transcript">("Inbox")
  const { verbs, dialogs } = useAgentVerbs()
  const requests = useMemo(
    () => newestOf(live.record.requests, viewRequests, name, generation),
    [live.record.requests, viewRequests, name, generation],
  )
  useEffect(() => {
    const follow = () => {
      if (window.location.hash === "#transcript") setPane("Transcript")
      if (window.location.hash.startsWith("#msg-")) setPane("Inbox")
    }
    follow()
    window.addEventListener("hashchange", follow)
    return () => window.removeEventListener("hashchange", follow)
  }, [])
  const canOperate = viewer.role === "operator"
  const router = useRouter()
  useKeys({ escape: () => router.push(`/teams/${team.id}`) })
  const older = known && known.generation > generation
  return (
    <main className="flex min-h-0 flex-1 flex-col bg-surface">
      <AgentHead
        agent={agent}
        requests={requests}
        generations={Math.max(live.record.generations, known?.generation ?? 1)}
        workspace={team.workspace}
        sandbox={facts.sandbox}
        canOperate={canOperate && !older}
        verbs={verbs}
      />
      {older && (
        <Banner
          icon={<Icon name="clock" />}
          fact={`This is an earlier ${name}.`}
          className="flex-none border-b border-line"
        >
          It left, and the name was given again; mail to the later one never reaches this one.
        </Banner>
      )}
      {live.failure && (
        <div className="flex-none border-b border-line p-3">
          <PaneError
            fact={`What ${name} did could not be read.`}
            code={live.failure.code}
            action={
              <Button size="s" onClick={live.refresh}>
                Try again
              </Button>
            }
          >
            {live.failure.message} Your agents go on.
          </PaneError>
        </div>
      )}
      <PaneTabs pane={pane} unread={agent.unread} onChoose={setPane} />
      <div className="flex min-h-0 flex-1 md:grid md:grid-cols-[280px_minmax(0,1fr)] lg:grid-cols-[340px_minmax(0,1fr)] xl:grid-cols-[432px_minmax(0,1fr)]">
        <div
          className={classes(
            "flex min-h-0 min-w-0 flex-1 flex-col border-line md:border-r",
            pane !== "Inbox" && "max-md:hidden",
          )}
        >
          <InboxPane
            agent={agent}
            messages={live.record.messages}
            requests={requests}
            total={live.record.mail_total}
            earlier={live.record.mail_earlier}
            paused={team.paused !== null}
            onEarlier={live.loadEarlierMail}
          />
        </div>
        <div className={classes("flex min-h-0 min-w-0 flex-1 flex-col", pane !== "Transcript" && "max-md:hidden")}>
          <TranscriptPane
            agent={agent}
            model={facts.model === "rehearsal" ? "rehearsal" : agent.model}
            live={live}
            requests={requests}
            writing={writing}
            canOperate={canOperate}
            onResume={() => verbs.onResume(agent)}
          />
        </div>
      </div>
      {dialogs}
    </main>
  )
}

/** What the page was given, with the live state of each; only those about this bearer of the name, all for the lead. */
function newestOf(read: readonly Request[], live: readonly Request[], name: string, generation: number): Request[] {
  const mine = (request: Request) =>
    name === LEAD || (request.generation === generation && (request.sender === name || request.target === name))
  const all = new Map([...read, ...live.filter(mine)].map((request) => [request.request_id, request]))
  return [...all.values()].sort((a, b) => (a.request_id < b.request_id ? -1 : 1))
}

const PANES = ["Inbox", "Transcript"] as const

function PaneTabs(props: {
  pane: "Inbox" | "Transcript"
  unread: number
  onChoose: (pane: "Inbox" | "Transcript") => void
}) {
  return (
    <div className="flex h-11 flex-none border-b border-line md:hidden">
      {PANES.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={props.pane === each}
          onClick={() => props.onChoose(each)}
          className={classes(
            "ring-inside flex-1 border-b-2 font-medium",
            props.pane === each ? "border-ink text-text" : "border-transparent text-text-2",
          )}
        >
          {each}
          {each === "Inbox" && props.unread > 0 && ` ${props.unread}`}
        </button>
      ))}
    </div>
  )
}
