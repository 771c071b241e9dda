// The head of a review: where the request stands, which revision one looks at, and what else can be done about it.
"use client"

import Link from "next/link"
import { useRouter } from "next/navigation"
import type { ReactNode } from "react"
import { useApp } from "@/components/live/live-app"
import { signerOf, statusWord } from "@/components/plan/signer"
import { Button, ButtonLink, IconButton } from "@/components/ui/button"
import { classes } from "@/components/ui/classes"
import { Icon } from "@/components/ui/icon"
import { Mark, markOf } from "@/components/ui/mark"
import { Menu, MenuItem, MenuLine, MenuLink } from "@/components/ui/menu"
import { StatusIcon } from "@/components/ui/status"
import { RequestTag } from "@/components/ui/tag"
import { copyText } from "@/lib/client/copy-text"
import type { QueueItem } from "@/lib/core/page-views"
import type { ReviewModel } from "./review-model"

export type HeadActions = {
  onMessage: () => void
  onShutdown: () => void
  onFacts: () => void
  onChange: (step: 1 | -1) => void
  factsOpen: boolean
}

/** It is there, and nobody has asked yet. */
const mayAskToLeave = ({ agent, request }: QueueItem): boolean =>
  agent.status !== "shutdown" && agent.status !== "stopping" && request.type !== "shutdown"

export const agentHref = ({ team, agent }: QueueItem): string => `/teams/${team.id}/agents/${agent.name}`
export const timelineHref = ({ team, request }: QueueItem): string =>
  `/teams/${team.id}/timeline?request=${request.request_id}`

export const comparesRevisions = (model: ReviewModel): boolean => model.plan !== null && model.item.request.revision > 1

export function ReviewHead({ item, model, actions }: { item: QueueItem; model: ReviewModel; actions: HeadActions }) {
  const compares = comparesRevisions(model)
  return (
    <header className="flex h-11 min-w-0 items-center gap-2 border-b border-line pr-3 pl-6 max-md:hidden">
      <Standing item={item} />
      <RequestTag id={item.request.request_id} />
      {compares ? null : (
        <span className="text-small whitespace-nowrap text-text-3 max-lg:hidden">
          {model.plan ? `Revision ${item.request.revision}` : model.label}
        </span>
      )}
      <span className="flex-1" />
      {compares ? (
        <RevisionSwitch item={item} model={model} onChange={actions.onChange} />
      ) : (
        <Elsewhere item={item} actions={actions} />
      )}
      {model.plan && (
        <Button
          size="s"
          variant="quiet"
          hint="I"
          aria-pressed={actions.factsOpen}
          onClick={actions.onFacts}
          className="max-lg:hidden xl:hidden"
        >
          Facts
        </Button>
      )}
      <MoreMenu item={item} model={model} actions={actions} />
    </header>
  )
}

function Standing({ item }: { item: QueueItem }) {
  const { viewer } = useApp()
  const { request } = item
  const word = statusWord(request, item.needs_person, viewer)
  if (request.status === "pending")
    return (
      <span
        className={classes("flex items-center gap-1.5 font-medium whitespace-nowrap", item.needs_person && "text-wait")}
      >
        {request.type === "shutdown" ? <StatusIcon status="stopping" /> : <Mark state="open" />}
        {word}
      </span>
    )
  const by = request.resolution ? signerOf(request.resolution.by, viewer) : null
  return (
    <span className="flex min-w-0 items-center gap-1.5 font-medium">
      <Mark state={markOf(request)} />
      <span className="cut">
        {word}
        {request.resolution?.reason === "decided" && by && ` by ${by.isYou ? "you" : by.name}`}
      </span>
    </span>
  )
}

function Elsewhere({ item, actions }: { item: QueueItem; actions: HeadActions }) {
  const { viewer } = useApp()
  const { name } = item.agent
  return (
    <span className="flex max-xl:hidden">
      <ButtonLink size="s" variant="quiet" href={timelineHref(item)}>
        Its timeline
      </ButtonLink>
      {viewer.role === "operator" && (
        <>
          <Button size="s" variant="quiet" onClick={actions.onMessage}>
            Message {name}
          </Button>
          {mayAskToLeave(item) && (
            <Button size="s" variant="quiet" onClick={actions.onShutdown}>
              Shut {name} down…
            </Button>
          )}
        </>
      )}
    </span>
  )
}

/** `Changes 1 → 2`, `Revision 2`, `Revision 1`; the earlier one is a page of its own. */
export function RevisionSwitch({
  item,
  model,
  onChange,
}: {
  item: QueueItem
  model: ReviewModel
  onChange: HeadActions["onChange"]
}) {
  const { request } = item
  const here = `/queue/${request.request_id}`
  const before = model.chain.find((other) => other.request_id === request.previous)
  const n = request.revision
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame and a legend of its own. */}
      <div role="group" aria-label="View" className="inline-flex min-w-0 gap-0.5 rounded-m bg-hover p-0.5">
        {before && (
          <Segment href={here} current={model.mode === "changes"}>
            Changes {before.revision} → {n}
          </Segment>
        )}
        <Segment href={`${here}?view=plan`} current={model.mode !== "changes"}>
          Revision {n}
        </Segment>
        {before && (
          <Segment href={`/queue/${before.request_id}?view=plan`} current={false}>
            Revision {before.revision}
          </Segment>
        )}
      </div>
      {model.mode === "changes" && (
        <span className="flex items-center max-xl:hidden">
          <span aria-hidden="true" className="mx-1 h-[18px] w-px bg-line" />
          <Button size="s" variant="quiet" hint="P" onClick={() => onChange(-1)}>
            Previous
          </Button>
          <Button size="s" variant="quiet" hint="N" onClick={() => onChange(1)}>
            Next change
          </Button>
        </span>
      )}
    </>
  )
}

function Segment({ href, current, children }: { href: string; current: boolean; children: ReactNode }) {
  return (
    <Link
      href={href}
      replace
      scroll={false}
      prefetch={false}
      aria-current={current ? "true" : undefined}
      className={classes(
        "flex h-6 items-center rounded-s px-2.5 text-small font-medium whitespace-nowrap",
        current ? "bg-raised text-text shadow-[0_0_0_1px_var(--line-strong)]" : "text-text-2 hover:text-text",
      )}
    >
      {children}
    </Link>
  )
}

export function MoreMenu({ item, model, actions }: { item: QueueItem; model: ReviewModel; actions: HeadActions }) {
  const { viewer } = useApp()
  const router = useRouter()
  const { name } = item.agent
  const here = `/queue/${item.request.request_id}`
  const isRaw = model.mode === "raw"
  return (
    <Menu
      label="More about this request"
      align="end"
      trigger={
        <IconButton label="More">
          <Icon name="more" />
        </IconButton>
      }
    >
      {model.plan && (
        <MenuItem onSelect={() => router.replace(`${here}?view=${isRaw ? "plan" : "raw"}`, { scroll: false })}>
          {isRaw ? "Show it formatted" : "Show the raw text"}
        </MenuItem>
      )}
      <MenuItem onSelect={() => void copyText(window.location.origin + here, "The link was")}>Copy the link</MenuItem>
      <MenuItem onSelect={() => void copyText(item.request.request_id, "The id was")}>Copy the id</MenuItem>
      <MenuLine />
      <MenuLink href={timelineHref(item)}>Its timeline</MenuLink>
      <MenuLink href={agentHref(item)}>Open {name}</MenuLink>
      {viewer.role === "operator" && (
        <>
          <MenuItem onSelect={actions.onMessage}>Message {name}</MenuItem>
          {mayAskToLeave(item) && <MenuItem onSelect={actions.onShutdown}>Shut {name} down…</MenuItem>}
        </>
      )}
    </Menu>
  )
}
