// An agent's inbox: not delivered, delivered, undeliverable. Looking delivers nothing.
"use client"

import { useCallback, useMemo, useState } from "react"
import type { Agent } from "@/lib/core/agent"
import type { Message } from "@/lib/core/message"
import type { Request } from "@/lib/core/request"
import { Button, IconButton } from "../ui/button"
import { Empty } from "../ui/empty"
import { Icon } from "../ui/icon"
import { Menu, MenuChoice } from "../ui/menu"
import { InboxMessage } from "./inbox-row"
import { type InboxRow, inboxGroups, typesIn } from "./inbox-rows"

type Props = {
  agent: Agent
  messages: readonly Message[]
  requests: readonly Request[]
  total: number
  earlier: boolean
  paused: boolean
  onEarlier: () => Promise<void>
}

const ALL = "all types"

export function InboxPane({ agent, messages, requests, total, earlier, paused, onEarlier }: Props) {
  const [type, setType] = useState(ALL)
  const [open, setOpen] = useState<string | null>(null)
  const [loading, setLoading] = useState(false)
  const all = useMemo(() => inboxGroups(agent, messages, requests, null), [agent, messages, requests])
  const groups = useMemo(
    () => (type === ALL ? all : inboxGroups(agent, messages, requests, type)),
    [all, agent, messages, requests, type],
  )
  const toggle = useCallback((key: string) => setOpen((now) => (now === key ? null : key)), [])
  const types = [
    { value: ALL, word: "All types" },
    ...typesIn(all).map(({ type: value, count }) => ({ value, word: `${value}, ${count}` })),
  ]
  const none = groups.undelivered.length + groups.delivered.length + groups.undeliverable.length === 0
  const list = (label: string, rows: readonly InboxRow[], fresh: boolean) =>
    rows.length > 0 && (
      <section aria-label={label}>
        <h3 className="sticky top-0 z-[1] flex h-[30px] items-center border-b border-line bg-canvas px-4 text-small font-medium text-text-3 xl:px-5">
          {label}
        </h3>
        <ul>
          {rows.map((row) => (
            <InboxMessage
              key={row.key}
              row={row}
              fresh={fresh}
              open={open === row.key}
              waits={whyNotDelivered(agent, paused)}
              onToggle={toggle}
            />
          ))}
        </ul>
      </section>
    )
  const more = async () => {
    setLoading(true)
    await onEarlier()
    setLoading(false)
  }
  return (
    <section aria-label="Inbox" className="flex min-h-0 flex-1 flex-col bg-canvas">
      <header className="flex h-10 flex-none items-center gap-2 border-b border-line pr-3 pl-4 xl:pl-5">
        <h2 className="font-semibold">Inbox</h2>
        <span className="text-text-3">{total}</span>
        <span className="flex-1" />
        {type !== ALL && (
          <Button variant="quiet" size="s" onClick={() => setType(ALL)} className="min-w-0 bg-ink-soft! text-ink!">
            <span className="cut">{type}</span>
            <Icon name="close" size={12} />
          </Button>
        )}
        {type === ALL && <span className="text-small font-medium text-text-2">All types</span>}
        <Menu
          label="Types of messages"
          align="end"
          trigger={
            <IconButton label="Filter the inbox by type">
              <Icon name="filter" />
            </IconButton>
          }
        >
          <MenuChoice label="Show" value={type} options={types} onChange={setType} />
        </Menu>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto max-md:[body:has([data-handshake])_&]:pb-[380px]">
        {list("Not delivered yet", groups.undelivered, true)}
        {list(`Undeliverable: ${agent.name} left first`, groups.undeliverable, false)}
        {list("Delivered", groups.delivered, false)}
        {none && (
          <Empty mark={false} fact={type === ALL ? "No message yet." : `No ${type} here.`}>
            {type === ALL && `What ${agent.name} is told stands here, with the turn that took it.`}
          </Empty>
        )}
        {earlier && (
          <div className="px-4 py-2 xl:px-5">
            <Button variant="quiet" size="s" busy={loading} onClick={more} className="-ml-2">
              Show earlier messages
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}

function whyNotDelivered(agent: Agent, paused: boolean): string {
  if (agent.status === "shutdown") return "Never delivered"
  if (agent.status === "failed") return "Kept until it is resumed"
  if (paused) return "Kept while the team is paused"
  if (agent.kind === "external") return "Waits until it looks into its inbox"
  return "Waits for the next turn"
}
