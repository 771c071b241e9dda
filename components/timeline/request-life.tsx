// One request from first to last, beside the timeline: its steps, the wait as a hatched stretch, what ran under it.
"use client"

import { Button, ButtonLink, IconButton } from "@/components/ui/button"
import { classes } from "@/components/ui/classes"
import { Icon } from "@/components/ui/icon"
import { SkeletonRows } from "@/components/ui/skeleton"
import { RequestTag } from "@/components/ui/tag"
import { type LifeHead, lifeHead, lifeSteps } from "@/lib/core/timeline-life"
import { LifeStepRow } from "./life-step"
import type { Life } from "./use-life"

type Props = {
  team: string
  requestId: string
  life: Life | null
  onClose: () => void
  onlyIts: boolean
  onOnlyIts: (only: boolean) => void
  onStep: (seq: number) => void
}

export function RequestLife({ team, requestId, life, onClose, onlyIts, onOnlyIts, onStep }: Props) {
  const head = life ? lifeHead(life.events) : null
  return (
    <aside
      aria-label={head ? `Request: ${head.title}` : "Request"}
      className="flex flex-col overflow-y-auto border-line bg-surface px-5 py-3.5 max-lg:absolute max-lg:right-0 max-lg:bottom-0 max-lg:z-20 max-lg:shadow-pop max-md:inset-x-0 max-md:max-h-[75%] max-md:rounded-t-l max-md:border-t md:max-lg:top-0 md:w-[340px] md:flex-none md:border-l lg:w-[300px] xl:w-[340px]"
    >
      <div className="flex items-center gap-2">
        <RequestTag id={requestId} />
        <span className="text-small text-text-3">{head?.label}</span>
        <span className="flex-1" />
        <IconButton label="Close" onClick={onClose} className="-mr-1.5">
          <Icon name="close" />
        </IconButton>
      </div>
      {life && head ? (
        <>
          <h2 className="mt-2 mb-0.5 text-read leading-[22px] font-semibold">{head.title}</h2>
          <p className="text-text-2">{head.standing}</p>
          <ol className="mt-4 mb-3.5">
            {lifeSteps(life.events).map((step, index, all) => (
              <LifeStepRow
                key={step.seq}
                step={step}
                last={index === all.length - 1}
                person={head.type === "shutdown" ? "first" : "second"}
                onPress={() => onStep(step.seq)}
              />
            ))}
          </ol>
          <Sums head={head} life={life} />
          <div className="mt-4 flex flex-wrap items-center gap-2 pb-1">
            <OpenIt head={head} team={team} life={life} />
            <Button variant="quiet" aria-pressed={onlyIts} onClick={() => onOnlyIts(!onlyIts)}>
              {onlyIts ? "All events" : "Only its events"}
            </Button>
          </div>
        </>
      ) : (
        <SkeletonRows className="-mx-4" rows={[["w-3/5", "w-2/5"], ["w-4/5"], ["w-3/5"], ["w-2/3"]]} />
      )}
    </aside>
  )
}

function OpenIt({ head, team, life }: { head: LifeHead; team: string; life: Life }) {
  if (head.plan) return <ButtonLink href={`/queue/${life.request_id}`}>Open the plan</ButtonLink>
  const agent = life.events.find((event) => event.agent !== null)?.agent
  if (!agent) return null
  return <ButtonLink href={`/teams/${team}/agents/${agent}`}>{`Open ${agent}`}</ButtonLink>
}

function Sums({ head, life }: { head: LifeHead; life: Life }) {
  const rows: [string, string, boolean?][] = head.plan
    ? [
        ["Calls made under it", String(life.calls ?? "")],
        ["Stopped outside the plan", String(life.stopped_outside ?? "")],
        ["Blocked before it", String(life.blocked_before ?? "")],
      ]
    : []
  if (head.digest) rows.push(["Digest", `${head.digest.slice(0, 6)}…${head.digest.slice(-6)}`, true])
  if (rows.length === 0) return null
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1.5 border-t border-line pt-3">
      {rows.map(([term, value, mono]) => (
        <div key={term} className="contents">
          <dt className="text-small leading-5 text-text-3">{term}</dt>
          <dd
            title={mono ? head.digest : undefined}
            className={classes("text-right", mono && "font-mono text-small leading-5")}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
