// Speaks up when a request arrives: read out, a toast on other pages, and by choice one desktop notification and a sound.
"use client"

import { usePathname, useRouter } from "next/navigation"
import { useEffect, useRef } from "react"
import { getQueueAction } from "@/lib/actions/get-queue"
import { announceArrival } from "@/lib/client/announce"
import { readAction } from "@/lib/client/call-action"
import { chime } from "@/lib/client/chime"
import { firstToTell, showNotice } from "@/lib/client/notices"
import { preferenceStore } from "@/lib/client/preferences"
import { showToast } from "@/lib/client/toasts"
import type { QueueItem } from "@/lib/core/page-views"
import { useApp, useTeams } from "./live-app"

export function Arrivals() {
  const { teams } = useApp()
  const summaries = useTeams()
  const path = usePathname()
  const router = useRouter()
  const known = useRef<Set<string> | null>(null)
  const here = useRef(path)
  here.current = path
  // The summaries are small; the queue is read only when what they say about waiting changed.
  const waiting = summaries.map(({ team, waiting, newest }) => `${team.id}:${waiting}:${newest}`).join(" ")
  const failing = summaries.map((summary) => `${summary.team.id}:${summary.failing}`).join(" ")

  // biome-ignore lint/correctness/useExhaustiveDependencies: the counts are the trigger.
  useEffect(() => {
    let gone = false
    void (async () => {
      const answer = await readAction(getQueueAction, undefined)
      if (gone || !answer.ok) return
      const before = known.current
      known.current = new Set(answer.value.waiting.map((item) => item.request.request_id))
      if (!before) return
      for (const item of answer.value.waiting) {
        if (!before.has(item.request.request_id)) arrived(item, here.current, (href) => router.push(href))
      }
    })()
    return () => {
      gone = true
    }
  }, [waiting, teams, router])

  const failed = useRef<Set<string> | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  useEffect(() => {
    const before = failed.current
    failed.current = new Set(summaries.flatMap(({ team, failing }) => failing.map((name) => `${team.id} ${name}`)))
    if (!before) return
    for (const { team, failing } of summaries) {
      const page = `/teams/${team.id}`
      if (here.current.startsWith(page)) continue
      for (const name of failing.filter((each) => !before.has(`${team.id} ${each}`))) {
        showToast({ tone: "fail", text: `${name} failed in ${team.name}`, href: `${page}/agents/${name}` })
      }
    }
  }, [failing])

  return null
}

function arrived(item: QueueItem, path: string, go: (href: string) => void): void {
  const id = item.request.request_id
  const href = `/queue/${id}`
  const text = `${item.agent.name} asks: ${item.title}`
  announceArrival("plans", `A plan by ${item.agent.name} arrived: ${item.title}`)
  if (!shows(path, item.team.id)) showToast({ tone: "wait", text, href, action: "Review" })
  const { notifications, sound } = preferenceStore.getState()
  if (!notifications && !sound) return
  void firstToTell(id).then((first) => {
    if (first && sound) chime()
    if (first && notifications) showNotice({ tag: id, title: text, body: item.team.name }, () => go(href))
  })
}

/** The queue, the roster and the timeline show an arrival by themselves. */
const shows = (path: string, team: string): boolean =>
  path.startsWith("/queue") || path === `/teams/${team}` || path === `/teams/${team}/timeline`
