// The strip above an agent's inbox and transcript: who, in what state, behind which gate, at what cost, in which sandbox.
"use client"

import Link from "next/link"
import type { ReactNode } from "react"
import type { Agent } from "@/lib/core/agent"
import { isLead } from "@/lib/core/agent"
import type { Request } from "@/lib/core/request"
import { shortId } from "@/lib/core/short-id"
import { cacheShare, moneyWords, tokensOf, tokenWords } from "../roster/figures"
import { doing } from "../roster/roster-now"
import type { RowVerbs } from "../roster/row-menu"
import { Button, IconButton } from "../ui/button"
import { classes } from "../ui/classes"
import { GATE_WORDS, GateIcon } from "../ui/gate"
import { Icon } from "../ui/icon"
import { Menu, MenuItem, MenuLink } from "../ui/menu"
import { StatusLabel } from "../ui/status"
import { Ago, ClockTime, Elapsed } from "../ui/time"
import { requestTitle } from "./request-words"

type Props = {
  agent: Agent
  /** All requests at hand, the newest last. */
  requests: readonly Request[]
  generations: number
  workspace: string
  sandbox: boolean
  canOperate: boolean
  verbs: RowVerbs
}

export function AgentHead({ agent, requests, generations, workspace, sandbox, canOperate, verbs }: Props) {
  const gone = agent.status === "shutdown"
  const share = cacheShare(agent.usage)
  const asked = requests.findLast((request) => request.type === "shutdown" && request.target === agent.name)
  const stopping = asked?.status === "pending"
  return (
    <header className="flex flex-none items-center gap-x-5 gap-y-2 border-b border-line bg-surface py-2.5 pr-4 pl-4 max-lg:flex-wrap lg:h-16 lg:py-0 xl:pl-5">
      <div className={classes("max-w-[240px] flex-none", generations <= 1 && "max-md:sr-only")}>
        <h1 className="cut text-head leading-[22px] font-semibold tracking-[-0.01em]">{agent.name}</h1>
        <div className="cut text-small text-text-3">
          {isLead(agent.name) ? "leads the team" : agent.role} · <Generations agent={agent} generations={generations} />
        </div>
      </div>
      <Cell
        className="max-w-[300px] min-w-[104px]"
        first={<StatusLabel status={agent.status} />}
        second={<StatusNote agent={agent} asked={asked} />}
      />
      {!isLead(agent.name) && !gone && (
        <Cell
          first={
            <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-text-2">
              <GateIcon gate={agent.plan_required ? agent.gate : "open"} />
              {!agent.plan_required ? "No gate" : agent.gate === "open" ? "Gate open" : GATE_WORDS[agent.gate]}
            </span>
          }
          second={<GateNote agent={agent} requests={requests} />}
        />
      )}
      <Cell
        className="flex-none max-md:hidden"
        first={`${tokenWords(tokensOf(agent.usage))} tokens, ${moneyWords(agent.usage.cost_usd)}`}
        second={share === null ? "nothing read yet" : `${share}% read from cache`}
      />
      <Cell
        className="shrink-[3] max-xl:hidden"
        first={sandbox ? "Sandboxed" : <span className="text-fail">Unsandboxed</span>}
        second={
          <span title={workspace}>
            {sandbox ? `writes only in ${shortPath(workspace)}` : "no sandbox on this machine"}
          </span>
        }
      />
      <span className="flex-1 max-md:hidden" />
      {!gone && canOperate && (
        <div className="flex flex-none items-center gap-2 max-md:w-full lg:gap-3">
          {agent.status === "failed" && <Button onClick={() => verbs.onResume(agent)}>Resume</Button>}
          <Button onClick={() => verbs.onMessage(agent)}>Message</Button>
          {!isLead(agent.name) && (
            <Button
              variant="warn"
              onClick={() => verbs.onShutdown(agent)}
              className={classes(stopping && "border-line! text-text-3!")}
            >
              <Icon name="power" />
              Shut down…
            </Button>
          )}
          {agent.gate === "open" && agent.plan_required && agent.lease && (
            <Menu
              label={`More about ${agent.name}`}
              align="end"
              trigger={
                <IconButton label={`More about ${agent.name}`}>
                  <Icon name="more" />
                </IconButton>
              }
            >
              <MenuLink href={`/queue/${agent.lease.request_id}`} icon={<Icon name="file" />}>
                Open its plan
              </MenuLink>
              <MenuItem icon={<GateIcon gate="plan_required" />} onSelect={() => verbs.onRevoke(agent)}>
                Take the approval back
              </MenuItem>
            </Menu>
          )}
        </div>
      )}
    </header>
  )
}

function Cell({ first, second, className }: { first: ReactNode; second: ReactNode; className?: string }) {
  return (
    <div className={classes("min-w-0 border-line md:border-l md:pl-5", className)}>
      <div className="cut">{first}</div>
      <div className="cut text-small text-text-3">{second}</div>
    </div>
  )
}

/** Earlier bearers of the name stay readable; nothing meant for one reaches another. */
function Generations({ agent, generations }: { agent: Agent; generations: number }) {
  if (generations <= 1) return `generation ${agent.generation}`
  const base = `/teams/${agent.team}/agents/${agent.name}`
  const all = Array.from({ length: generations }, (_, index) => generations - index)
  return (
    <Menu
      label="Generations"
      trigger={
        <button
          type="button"
          className="hit inline-flex items-center gap-0.5 rounded-s hover:text-text hover:underline"
        >
          generation {agent.generation} of {generations}
          <Icon name="chevron-down" size={12} />
        </button>
      }
    >
      {all.map((generation) => (
        <MenuLink
          key={generation}
          href={generation === generations ? base : `${base}?generation=${generation}`}
          current={generation === agent.generation}
        >
          Generation {generation}
          {generation === generations && ", the newest"}
        </MenuLink>
      ))}
    </Menu>
  )
}

function StatusNote({ agent, asked }: { agent: Agent; asked: Request | undefined }) {
  if (agent.status === "shutdown" && agent.ended_at)
    return (
      <>
        left at <ClockTime at={agent.ended_at} />
      </>
    )
  if (asked?.status === "pending")
    return (
      <>
        asked <Ago since={asked.created_at} ago />
      </>
    )
  if (asked?.status === "rejected" && asked.resolution && agent.status === "working")
    return (
      <>
        refused to leave, <ClockTime at={asked.resolution.at} />
      </>
    )
  if (agent.activity?.kind === "tool")
    return (
      <span className="flex">
        <span className="cut">
          {doing(agent.activity).map((piece) => "text" in piece && <code key={piece.text}>{piece.text}</code>)}
        </span>
        , <Elapsed since={agent.activity.since} className="ml-1 flex-none" />
      </span>
    )
  if (agent.status === "working" && agent.error) return "tries again by itself"
  if (agent.activity)
    return (
      <>
        thinking, <Elapsed since={agent.activity.since} />
      </>
    )
  if (agent.status === "failed")
    return <span title={agent.error ?? undefined}>{agent.error ?? "gave up after its last retry"}</span>
  return (
    <>
      for <Ago since={agent.status_since} warn={agent.status === "waiting"} />
    </>
  )
}

function GateNote({ agent, requests }: { agent: Agent; requests: readonly Request[] }) {
  if (!agent.plan_required) return "changes things without a plan"
  const id = agent.lease?.request_id
  const plan = id
    ? requests.find((request) => request.request_id === id)
    : requests.findLast((request) => request.type === "plan_approval" && request.sender === agent.name)
  const name = plan ? `“${requestTitle(plan)}”` : "its plan"
  if (agent.gate === "open" && id)
    return (
      <>
        by <PlanLink id={id}>{name}</PlanLink>, <span className="font-mono" title={id}>{`req_${shortId(id)}`}</span>
      </>
    )
  if (agent.gate === "pending" && plan) return <PlanLink id={plan.request_id}>Review {name}</PlanLink>
  if (agent.gate === "rejected" && plan) return <PlanLink id={plan.request_id}>{name}</PlanLink>
  return "no plan is approved"
}

function PlanLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link href={`/queue/${id}`} className="rounded-s text-ink hover:underline">
      {children}
    </Link>
  )
}

/** The last two folders are enough to recognise a workspace. */
function shortPath(path: string): string {
  const parts = path.split("/").filter(Boolean)
  return parts.length <= 2 ? path : `…/${parts.slice(-2).join("/")}`
}
