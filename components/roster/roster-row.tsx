// One agent of the roster: who, in what state, doing what, for how long, behind which gate, at what cost.
"use client"

import Link from "next/link"
import { memo } from "react"
import type { Agent } from "@/lib/core/agent"
import type { Request } from "@/lib/core/request"
import { IconButton } from "../ui/button"
import { classes } from "../ui/classes"
import { GATE_WORDS, GateIcon, GateLabel } from "../ui/gate"
import { Icon } from "../ui/icon"
import { STATUS_WORD, StatusIcon, StatusLabel } from "../ui/status"
import { Ago, Elapsed } from "../ui/time"
import { moneyWords, tokensOf, tokenWords } from "./figures"
import { NowCell } from "./now-cell"
import { nowOf } from "./roster-now"
import { RowMenu, type RowVerbs } from "./row-menu"

type Props = {
  agent: Agent
  requests: readonly Request[]
  paused: boolean
  canOperate: boolean
  verbs: RowVerbs
}

export const RosterRow = memo(function RosterRow({ agent, requests, paused, canOperate, verbs }: Props) {
  const gone = agent.status === "shutdown"
  const now = nowOf(agent, { requests, paused })
  const href = `/teams/${agent.team}/agents/${agent.name}`
  return (
    <tr
      className={classes(
        "group border-b border-line hover:bg-hover focus-within:bg-hover",
        gone ? "h-9 text-text-3" : "h-[50px]",
        !gone && "pointer-coarse:h-14",
      )}
    >
      <th scope="row" className="max-w-0 pr-2 pl-4 text-left font-normal xl:pl-5">
        <Link href={href} className="ring-inside block rounded-s hover:underline">
          <span className={classes("flex items-center gap-1.5 leading-[18px]", !gone && "font-semibold")}>
            <span className="xl:hidden">
              <StatusIcon status={agent.status} />
            </span>
            <span className="cut">{agent.name}</span>
          </span>
          {!gone && (
            <span className="cut block text-small leading-[17px] text-text-3">
              <span className="xl:hidden">{STATUS_WORD[agent.status]}, </span>
              {agent.role}
            </span>
          )}
        </Link>
      </th>
      <td className="hidden pr-2 xl:table-cell">
        <div className="flex">
          <StatusLabel status={agent.status} />
        </div>
      </td>
      <td className="max-w-0 pr-2">
        <NowCell agent={agent} now={now} canOperate={canOperate} onResume={verbs.onResume} />
      </td>
      <td className="pr-3.5 text-right">
        {now.since &&
          (now.running ? <Elapsed since={now.since} /> : <Ago since={now.since} warn={agent.status === "waiting"} />)}
      </td>
      <td className="hidden pr-2 md:table-cell">{!gone && <Gate agent={agent} />}</td>
      <td
        className={classes(
          "hidden pr-3.5 text-right md:table-cell",
          agent.unread > 0 ? "font-semibold" : "text-text-3",
        )}
      >
        {!gone && agent.unread}
      </td>
      <td className="hidden pr-3.5 text-right lg:table-cell">{tokenWords(tokensOf(agent.usage))}</td>
      <td className="hidden pr-3.5 text-right lg:table-cell">{moneyWords(agent.usage.cost_usd)}</td>
      <td className="relative">
        <div className="absolute top-1/2 right-2 flex -translate-y-1/2">
          {!gone && canOperate && (
            <IconButton
              label={`Shut down ${agent.name}…`}
              onClick={() => verbs.onShutdown(agent)}
              className="hidden w-6 text-text opacity-0 group-hover:opacity-100 focus-visible:opacity-100 lg:grid pointer-coarse:hidden"
            >
              <Icon name="power" />
            </IconButton>
          )}
          <RowMenu agent={agent} canOperate={canOperate} verbs={verbs} />
        </div>
      </td>
    </tr>
  )
})

function Gate({ agent }: { agent: Agent }) {
  if (!agent.plan_required) return <span className="text-text-3">None</span>
  return (
    <div className="flex">
      <GateLabel gate={agent.gate} className="max-xl:hidden [&>svg]:size-[15px]" />
      <span title={GATE_WORDS[agent.gate]} className="text-text-2 xl:hidden">
        <GateIcon gate={agent.gate} />
        <span className="sr-only">{GATE_WORDS[agent.gate]}</span>
      </span>
    </div>
  )
}
