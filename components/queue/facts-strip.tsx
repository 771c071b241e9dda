// The facts as a strip of four lines under the title, where there is no room for a column; two of them open sheets.
"use client"

import dynamic from "next/dynamic"
import { type ReactNode, useState } from "react"
import { Facts, holdUpWords } from "@/components/plan/facts"
import { NO_SANDBOX, type PlanFacts } from "@/components/plan/plan-facts"
import { Icon } from "@/components/ui/icon"
import { RiskBars } from "@/components/ui/risk"
import type { QueueItem } from "@/lib/core/page-views"
import type { Request } from "@/lib/core/request"

const Sheet = dynamic(() => import("@/components/ui/sheet").then((module) => module.Sheet), { ssr: false })

const WORD = { low: "Low", medium: "Medium", high: "High" }

type Props = { item: QueueItem; facts: PlanFacts; chain: readonly Request[] }

export function FactsStrip({ item, facts, chain }: Props) {
  const [open, setOpen] = useState(false)
  const said = item.request.recommendation
  const show = () => setOpen(true)
  return (
    <div className="mb-3.5 ml-4 rounded-m border border-line text-ui md:ml-[52px] lg:hidden">
      <Line label="Risk">
        <span
          className={
            facts.effective === "high" ? "flex items-center gap-1.5 font-medium text-fail" : "flex items-center gap-1.5"
          }
        >
          <RiskBars risk={facts.effective} />
          {facts.effective === facts.claimed
            ? `${WORD[facts.claimed]}, says ${item.agent.name}`
            : `${WORD[facts.effective]}; ${item.agent.name} says ${facts.claimed}`}
        </span>
      </Line>
      <Line label="Lead" onOpen={show}>
        {said ? `${said.approve ? "Approve" : "Reject"}: “${said.feedback}”` : "Has not said anything yet"}
      </Line>
      <Line label="Touches" onOpen={show}>
        {facts.whole ? (
          <span className="font-medium text-wait">Any file, any command</span>
        ) : (
          `${count(facts.files, "file")}, ${count(facts.commands, "command")}`
        )}
      </Line>
      <Line label="Holds up">{holdUpWords(item)}</Line>
      {facts.unsandboxed && <p className="px-3 py-2 text-small text-wait">{NO_SANDBOX}</p>}
      {open && (
        <Sheet open onOpenChange={setOpen} title="About this plan">
          <div className="px-5 pb-4">
            <Facts item={item} facts={facts} chain={chain} />
          </div>
        </Sheet>
      )}
    </div>
  )
}

const count = (rows: PlanFacts["files"], word: string): string => {
  const n = rows.filter((row) => row.change !== "dropped").length
  return `${n === 0 ? "no" : n} ${word}${n === 1 ? "" : "s"}`
}

const LINE =
  "flex h-10 w-full items-center gap-2.5 border-b border-line px-3 text-left text-talk last:border-b-0 pointer-coarse:h-11"

function Line({ label, onOpen, children }: { label: string; onOpen?: () => void; children: ReactNode }) {
  const content = (
    <>
      <span className="w-[76px] flex-none text-small text-text-3">{label}</span>
      <span className="cut">{children}</span>
      {onOpen && <Icon name="chevron-right" className="ml-auto text-text-3" />}
    </>
  )
  if (!onOpen) return <div className={LINE}>{content}</div>
  return (
    <button type="button" onClick={onOpen} className={LINE}>
      {content}
    </button>
  )
}
