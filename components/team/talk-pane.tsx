// The talk with the lead: a record that follows its end, what the lead writes now, and the composer below.
"use client"

import Link from "next/link"
import { useMemo, useState } from "react"
import type { AgentRecord } from "@/lib/core/agent-record"
import { LEAD } from "@/lib/core/ids"
import type { ServerFacts, Viewer } from "@/lib/core/page-views"
import { useLive } from "../live/live-team"
import { readTurns } from "../transcript/merge-record"
import { NewsPill } from "../transcript/news-pill"
import { useAgentRecord } from "../transcript/use-agent-record"
import { useFollowEnd } from "../transcript/use-follow-end"
import { PaneError } from "../ui/banner"
import { Button, buttonClass } from "../ui/button"
import { StatusIcon } from "../ui/status"
import { Composer } from "./composer"
import { LeadNow } from "./lead-now"
import { Suggestions } from "./suggestions"
import { TalkItemView } from "./talk-item"
import { sinceBoth, talkRecord, withWriting } from "./talk-record"

type Props = { initial: AgentRecord; viewer: Viewer; facts: ServerFacts; onRoster: () => void }

export function TalkPane({ initial, viewer, facts, onRoster }: Props) {
  const team = useLive((state) => state.view.team)
  const lead = useLive((state) => state.view.agents.find((agent) => agent.name === LEAD))
  const requests = useLive((state) => state.view.requests)
  const writing = useLive((state) => state.writing[LEAD])
  const { record, failure, refresh, addMessage, loadEarlier, loadEarlierMail } = useAgentRecord(
    team.id,
    LEAD,
    initial,
    true,
  )
  const [loading, setLoading] = useState(false)
  const [draft, setDraft] = useState<string | null>(null)
  const stored = useMemo(() => readTurns(record), [record])
  const turns = useMemo(() => {
    const mine = writing && lead && writing.generation === lead.generation ? writing : null
    const since = lead?.activity?.since ?? lead?.status_since ?? ""
    return withWriting(stored, mine && { turn: mine.turn, text: mine.text, since })
  }, [stored, writing, lead])
  const items = useMemo(() => {
    const entries = record.earlier ? (record.entries[0]?.at ?? null) : null
    const mail = record.mail_earlier ? (record.messages[0]?.sent_at ?? null) : null
    return sinceBoth(talkRecord(turns, record.messages), { entries, mail })
  }, [turns, record])
  const last = items.at(-1)
  const newest = `${last?.key ?? ""}-${last?.kind === "lead" ? last.rows.length : 0}-${writing?.turn ?? 0}`
  const { scroller, content, news, toEnd } = useFollowEnd(newest, items[0]?.key ?? "")
  const earlier = async () => {
    setLoading(true)
    await loadEarlier()
    await loadEarlierMail()
    setLoading(false)
  }
  const canOperate = viewer.role === "operator"
  return (
    <section aria-label="Talk with the lead" className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface">
      <header className="flex h-11 flex-none items-center gap-2.5 border-b border-line pr-3 pl-4 xl:pl-5">
        {lead && <StatusIcon status={lead.status} label />}
        <h1 className="font-semibold">lead</h1>
        {lead && <LeadNow lead={lead} writing={writing} />}
        <span className="flex-1" />
        <Link href={`/teams/${team.id}/agents/lead`} className={buttonClass("quiet", "s")}>
          Inbox
        </Link>
        <Link href={`/teams/${team.id}/agents/lead#transcript`} className={buttonClass("quiet", "s")}>
          Transcript
        </Link>
      </header>
      <div className="relative min-h-0 flex-1">
        <div
          ref={scroller}
          role="log"
          aria-label="What was said"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling record must be reachable by keyboard.
          tabIndex={0}
          className="ring-inside h-full overflow-y-auto [overflow-anchor:none]"
        >
          <div ref={content} className="flex min-h-full flex-col justify-end gap-3.5 px-4 pt-4 pb-2 xl:px-5">
            {(record.earlier || record.mail_earlier) && (
              <Button variant="quiet" size="s" busy={loading} onClick={earlier} className="self-start">
                Show what was said before
              </Button>
            )}
            {items.map((item) => (
              <TalkItemView key={item.key} item={item} requests={requests} team={team.id} />
            ))}
            {items.length === 0 && (
              <Suggestions rehearsal={facts.model === "rehearsal"} canOperate={canOperate} onChoose={setDraft} />
            )}
          </div>
        </div>
        <NewsPill shown={news} onPress={toEnd}>
          New below
        </NewsPill>
      </div>
      {failure && (
        <div className="px-4 pb-2">
          <PaneError
            fact="What was said could not be read."
            code={failure.code}
            action={
              <Button size="s" onClick={refresh}>
                Try again
              </Button>
            }
          >
            {failure.message} Your agents go on.
          </PaneError>
        </div>
      )}
      <Composer
        canOperate={canOperate}
        offered={draft}
        onOffered={() => setDraft(null)}
        onSent={addMessage}
        onRoster={onRoster}
        toEnd={toEnd}
      />
    </section>
  )
}
