// The facts of a shutdown under way: the request's own messages and events, and what the agent did since, as it happens.
"use client"

import { useEffect, useMemo, useState } from "react"
import { getRequestDetailAction } from "@/lib/actions/get-request-detail"
import { callAction } from "@/lib/client/call-action"
import type { Agent } from "@/lib/core/agent"
import type { Event } from "@/lib/core/event"
import type { Message } from "@/lib/core/message"
import type { Request } from "@/lib/core/request"
import { useLiveEvents } from "../live/live-team"
import { type Handshake, handshakeOf } from "./handshake"

type Known = { messages: Message[]; events: Event[] }
const NOTHING: Known = { messages: [], events: [] }

export function useHandshake(request: Request, agent: Agent | null): Handshake {
  const [read, setRead] = useState(NOTHING)
  const [heard, setHeard] = useState<Event[]>([])
  const [begun] = useState(agent?.activity ?? null)
  const id = request.request_id
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round reads anew what the request has become.
  useEffect(() => {
    let current = true
    void callAction(getRequestDetailAction, { request_id: id }).then((answer) => {
      if (current && answer.ok) setRead({ messages: answer.value.messages, events: answer.value.events })
    })
    return () => {
      current = false
    }
  }, [id, round])

  useLiveEvents((events) => {
    const mine = events.filter((event) => event.request_id === id || event.agent === request.target)
    if (mine.length === 0) return
    setHeard((before) => [...before, ...mine].slice(-200))
    if (mine.some((event) => event.request_id === id)) setRound((before) => before + 1)
  })

  return useMemo(() => {
    const events = [...new Map([...read.events, ...heard].map((event) => [event.seq, event])).values()]
    events.sort((a, b) => a.seq - b.seq)
    return handshakeOf({ request, agent, messages: withDelivery(read.messages, heard, request), events, begun })
  }, [request, agent, read, heard, begun])
}

/** A delivery is heard before the messages are read again; the countdown starts with it. */
function withDelivery(messages: readonly Message[], heard: readonly Event[], request: Request): Message[] {
  const delivered = heard.find(
    (event) =>
      event.type === "message.delivered" && event.request_id === request.request_id && event.agent === request.target,
  )
  return messages.map((message) =>
    delivered && message.type === "shutdown_request" && message.delivered_at === null
      ? { ...message, delivered_at: delivered.at }
      : message,
  )
}
