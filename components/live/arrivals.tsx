// Speaks up when a request arrives: read out, a toast on other pages, and by choice one desktop notification and a sound.
"use client"

import { usePathname, useRouter } from "next/navigation"
import { useEffect, useRef } from "react"
import { getQueueAction } from "@/lib/actions/get-queue"
import { announceArrival } from "@/lib/client/announce"
import { readAction } from "@/lib/client/call-action"
import { chime } from "@/lib/client/chime"
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
  const signature = summaries.map((summary) => `${summary.team.id}:${summary.waiting}:${summary.seq}`).join(" ")
  const waiting = summaries.map((summary) => `${summary.team.id}:${summary.waiting}`).join(" ")

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

  const failed = useRef<Map<string, number> | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  useEffect(() => {
    const before = failed.current
    failed.current = new Map(summaries.map((summary) => [summary.team.id, summary.failed]))
    if (!before) return
    for (const { team, failed: count } of summaries) {
      const href = `/teams/${team.id}`
      if (count > (before.get(team.id) ?? 0) && !path.startsWith(href)) {
        showToast({ tone: "fail", text: `An agent failed in ${team.name}`, href })
      }
    }
  }, [signature])

  return null
}

function arrived(item: QueueItem, path: string, go: (href: string) => void): void {
  const id = item.request.request_id
  const href = `/queue/${id}`
  const text = `${item.agent.name} asks: ${item.title}`
  announceArrival(`A plan by ${item.agent.name} arrived: ${item.title}`, (count) => `${count} plans arrived`)
  if (!shows(path, item.team.id)) showToast({ tone: "wait", text, href, action: "Review" })
  const { notifications, sound } = preferenceStore.getState()
  if (!notifications && !sound) return
  void once(`countersign:notice:${id}`, () => {
    if (sound) chime()
    if (!notifications) return
    const notice = new Notification(text, { tag: id, body: item.team.name, icon: "/mark-open.svg" })
    notice.onclick = () => {
      window.focus()
      go(href)
      notice.close()
    }
  })
}

/** The queue, the roster and the timeline show an arrival by themselves. */
const shows = (path: string, team: string): boolean =>
  path.startsWith("/queue") || path === `/teams/${team}` || path === `/teams/${team}/timeline`

/** Of all tabs that hear of it at the same time, one acts. */
async function once(name: string, act: () => void): Promise<void> {
  if (!navigator.locks) return act()
  await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (!lock) return
    act()
    await new Promise((resolve) => setTimeout(resolve, 5_000))
  })
}
