// Keeps one agent's record live: whenever an event is about that agent, what is new is read, never everything.
"use client"

import { useCallback, useEffect, useRef, useState } from "react"
import { getAgentRecordAction } from "@/lib/actions/get-agent-record"
import { callAction } from "@/lib/client/call-action"
import type { ActionFailure } from "@/lib/core/action-result"
import type { AgentRecord } from "@/lib/core/agent-record"
import type { Message } from "@/lib/core/message"
import { useLive, useLiveEvents } from "../live/live-team"
import { mergeRecord, nextPart } from "./merge-record"

/** Events come in bursts: the first is answered at once, the rest of a burst by one more read. */
const GATHER_MS = 20
const APART_MS = 200

export type LiveRecord = {
  record: AgentRecord
  /** The last read failed; the page shows what it has. */
  failure: ActionFailure | null
  refresh: () => void
  /** A message just sent, as the server has it: shown before any event tells of it. */
  addMessage: (message: Message) => void
  loadEarlier: () => Promise<void>
  loadEarlierMail: () => Promise<void>
}

export function useAgentRecord(team: string, name: string, initial: AgentRecord, live: boolean): LiveRecord {
  const [record, setRecord] = useState(initial)
  const [failure, setFailure] = useState<ActionFailure | null>(null)
  const newest = useRef(initial)
  const reading = useRef(false)
  const again = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastRead = useRef(0)
  const generation = initial.generation

  const keep = useCallback((read: AgentRecord, direction: "older" | "newer") => {
    newest.current = mergeRecord(newest.current, read, direction)
    setRecord(newest.current)
  }, [])

  const readNew = useCallback(async () => {
    if (reading.current) {
      again.current = true
      return
    }
    reading.current = true
    do {
      again.current = false
      const answer = await callAction(getAgentRecordAction, {
        team,
        name,
        generation,
        limit: 500,
        mail_limit: 500,
        ...nextPart(newest.current),
      })
      setFailure(answer.ok ? null : answer.error)
      if (answer.ok) keep(answer.value, "newer")
    } while (again.current)
    reading.current = false
  }, [team, name, generation, keep])

  const refresh = useCallback(() => {
    if (timer.current !== undefined) return
    const wait = Math.max(GATHER_MS, lastRead.current + APART_MS - Date.now())
    timer.current = setTimeout(() => {
      timer.current = undefined
      lastRead.current = Date.now()
      void readNew()
    }, wait)
  }, [readNew])

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    // A page that was rendered again brings a newer record with it.
    newest.current = mergeRecord(newest.current, initial, "newer")
    setRecord(newest.current)
  }, [initial])
  // After a gap the view is replaced as a whole and there are no events to hear of.
  const agent = useLive((state) => state.view.agents.find((candidate) => candidate.name === name))
  const seen = useRef(agent)
  useEffect(() => {
    if (live && agent !== seen.current) refresh()
    seen.current = agent
  }, [agent, live, refresh])
  useLiveEvents((events) => {
    if (live && events.some((event) => event.agent === name)) refresh()
  })

  const addMessage = useCallback(
    (message: Message) => keep({ ...newest.current, messages: [message] }, "newer"),
    [keep],
  )
  const loadEarlier = useCallback(async () => {
    const first = newest.current.entries[0]
    if (!first || !newest.current.earlier) return
    const answer = await callAction(getAgentRecordAction, { team, name, generation, before: first.id, mail_limit: 0 })
    if (answer.ok) keep(answer.value, "older")
    setFailure(answer.ok ? null : answer.error)
  }, [team, name, generation, keep])

  const loadEarlierMail = useCallback(async () => {
    const first = newest.current.messages[0]
    if (!first || !newest.current.mail_earlier) return
    const answer = await callAction(getAgentRecordAction, { team, name, generation, limit: 0, mail_before: first.id })
    if (answer.ok) keep(answer.value, "older")
    setFailure(answer.ok ? null : answer.error)
  }, [team, name, generation, keep])

  return { record, failure, refresh, addMessage, loadEarlier, loadEarlierMail }
}
