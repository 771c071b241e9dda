// The facts beside a plan: what the lead says, the risk, whom it holds up, what it touches, what it is bound to.
"use client"

import Link from "next/link"
import type { ReactNode } from "react"
import { useApp } from "@/components/live/live-app"
import { classes } from "@/components/ui/classes"
import { Icon, type IconName } from "@/components/ui/icon"
import { Mark, markOf } from "@/components/ui/mark"
import { RiskLabel } from "@/components/ui/risk"
import { Ago, ClockTime } from "@/components/ui/time"
import type { QueueItem } from "@/lib/core/page-views"
import type { Request } from "@/lib/core/request"
import { WithCode } from "./comments-at"
import { type ListedFact, NO_SANDBOX, type PlanFacts } from "./plan-facts"
import { ShownText } from "./shown-text"
import { endWords } from "./signer"

export function Facts({ item, facts, chain }: { item: QueueItem; facts: PlanFacts; chain: readonly Request[] }) {
  return (
    <>
      {chain.length > 1 && <SoFar chain={chain} now={item.request} />}
      <LeadSays item={item} />
      <Fact>
        <Pair label={`Risk, as ${item.agent.name} sees it`}>
          <span className="flex items-center gap-1.5">
            {facts.claimedBefore && <s className="text-text-3 capitalize">{facts.claimedBefore}</s>}
            <RiskLabel risk={facts.claimed} short />
          </span>
        </Pair>
        {facts.effective !== facts.claimed && (
          <>
            <Pair label="Risk, as it counts">
              <RiskLabel risk={facts.effective} short />
            </Pair>
            {facts.reasons.length > 0 && <p className="mt-1 text-small text-text-2">{facts.reasons.join(" ")}</p>}
          </>
        )}
        <Pair label="Holds up">
          <span className="text-right">{holdUpWords(item)}</span>
        </Pair>
      </Fact>
      {facts.unsandboxed && (
        <Fact>
          <p className="flex gap-2 text-wait">
            <Icon name="shield" className="mt-0.5" />
            {NO_SANDBOX}
          </p>
        </Fact>
      )}
      <Fact icon="file" head={facts.filesHead}>
        <FactList
          rows={facts.files}
          none={facts.whole ? "It names none." : "It may change no file."}
          warns={facts.whole}
        />
      </Fact>
      <Fact icon="terminal" head={facts.commandsHead}>
        <FactList
          rows={facts.commands}
          none={facts.whole ? "It names none." : "It may run no command."}
          warns={facts.whole}
          command
        />
      </Fact>
      <Fact icon="undo" head={facts.rollbackHead}>
        {facts.rollbackBefore && (
          <p className="mb-1 whitespace-pre-wrap text-text-3 line-through">
            <ShownText text={facts.rollbackBefore} />
          </p>
        )}
        <p className={classes("whitespace-pre-wrap", !facts.rollback && "text-text-3")}>
          {facts.rollback ? <ShownText text={facts.rollback} /> : "It does not say how to undo this."}
        </p>
      </Fact>
      <Fact head="Bound to">
        <div className="flex justify-between gap-3">
          <code title={facts.sha256} className="text-small">
            sha256 {facts.sha256.slice(0, 6)}…{facts.sha256.slice(-6)}
          </code>
          <span className="text-small text-text-3">
            {item.agent.name}, generation {facts.generation}
          </span>
        </div>
      </Fact>
    </>
  )
}

export const holdUpWords = ({ holds_up }: Pick<QueueItem, "holds_up">): string => {
  if (holds_up.agents.length > 0) return holds_up.agents.join(", ")
  if (holds_up.tasks.length === 0) return "Nobody"
  return `task${holds_up.tasks.length === 1 ? "" : "s"} ${holds_up.tasks.join(", ")}`
}

function Fact({ icon, head, children }: { icon?: IconName; head?: string; children: ReactNode }) {
  return (
    <section className="border-b border-line py-[13px] last:border-0">
      {head && (
        <h2 className="mb-[5px] flex items-center gap-1.5 text-small font-medium text-text-3">
          {icon && <Icon name={icon} size={14} />}
          {head}
        </h2>
      )}
      {children}
    </section>
  )
}

function Pair({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-3 not-first:mt-1.5">
      <span className="text-small leading-5 font-medium text-text-3">{label}</span>
      {children}
    </div>
  )
}

export function LeadSays({ item }: { item: QueueItem }) {
  const said = item.request.recommendation
  const decided = item.request.status !== "pending"
  return (
    <Fact head={said || decided ? "The lead recommends" : "The lead reads it"}>
      {said ? (
        <div className="[&_p]:inline">
          <b>{said.approve ? "Approve." : "Reject."}</b> <WithCode text={said.feedback} />
        </div>
      ) : (
        <p className="text-text-3">{decided ? "It said nothing." : "It has not said anything yet."}</p>
      )}
    </Fact>
  )
}

const SIGN = { kept: "", added: "+", dropped: "−" }
const SAID = { kept: null, added: "added", dropped: "dropped" }

type ListProps = { rows: readonly ListedFact[]; none: string; warns?: boolean; command?: boolean }

function FactList({ rows, none, warns, command }: ListProps) {
  const compared = rows.some((row) => row.change !== "kept")
  if (rows.length === 0) return <p className={warns ? "font-medium text-wait" : "text-text-3"}>{none}</p>
  return (
    <ul className="font-mono text-small tracking-[-0.015em]">
      {rows.map((row) => (
        <li
          key={row.text}
          className={classes(
            "flex gap-2 leading-[18px]",
            command ? "items-start py-0.5" : "min-h-[22px] items-center",
            row.change === "dropped" && "text-text-2",
          )}
        >
          {compared && (
            <span
              aria-hidden="true"
              className={classes("w-2.5 flex-none font-semibold", row.change === "added" ? "text-work" : "text-fail")}
            >
              {SIGN[row.change]}
            </span>
          )}
          {command && (
            <span aria-hidden="true" className="flex-none text-text-3">
              $
            </span>
          )}
          <span
            className={classes(
              "min-w-0 [overflow-wrap:anywhere] whitespace-pre-wrap",
              row.change === "dropped" && "line-through",
            )}
          >
            <ShownText text={row.text} />
          </span>
          {SAID[row.change] && <span className="sr-only">, {SAID[row.change]}</span>}
          {row.isNew && row.change !== "dropped" && (
            <span className="ml-auto flex-none font-sans text-micro tracking-normal text-text-3">new</span>
          )}
        </li>
      ))}
    </ul>
  )
}

function SoFar({ chain, now }: { chain: readonly Request[]; now: Request }) {
  const { viewer } = useApp()
  const current = now.request_id
  return (
    <Fact head="So far">
      <ol className="grid gap-1.5">
        {chain
          .map((each) => (each.request_id === current ? now : each))
          .map((request) => (
            <li key={request.request_id}>
              <div className="flex items-center gap-2">
                <Mark state={markOf(request)} />
                {request.request_id === current ? (
                  <span className="cut">
                    Revision {request.revision}, {endWords(request, viewer)}
                  </span>
                ) : (
                  <Link href={`/queue/${request.request_id}`} className="cut hover:underline">
                    Revision {request.revision}, {endWords(request, viewer)}
                  </Link>
                )}
                <span className="ml-auto flex-none text-small text-text-3">
                  {request.resolution ? (
                    <ClockTime at={request.resolution.at} seconds={false} />
                  ) : (
                    <Ago since={request.created_at} />
                  )}
                </span>
              </div>
              {request.resolution?.feedback && request.request_id !== current && (
                <p className="mt-0.5 ml-6 border-l-2 border-ink pl-2 text-small whitespace-pre-wrap text-text-2">
                  {request.resolution.feedback}
                </p>
              )}
            </li>
          ))}
      </ol>
    </Fact>
  )
}
