// The line to the server, in words: live, reconnecting, offline, signed out, or older than the server.
"use client"

import Link from "next/link"
import { useEffect, useSyncExternalStore } from "react"
import { useStore } from "zustand"
import { Banner } from "@/components/ui/banner"
import { Button, buttonClass } from "@/components/ui/button"
import { useTimeWords } from "@/components/ui/clock"
import { Ago, ClockTime } from "@/components/ui/time"
import { announce } from "@/lib/client/announce"
import { type ConnectionView, connectionAt, connectionStore, retryNow } from "@/lib/client/connection"
import { updateStore } from "@/lib/client/server-update"

function subscribeToOnline(listener: () => void): () => void {
  window.addEventListener("online", listener)
  window.addEventListener("offline", listener)
  return () => {
    window.removeEventListener("online", listener)
    window.removeEventListener("offline", listener)
  }
}

export function useConnection(): ConnectionView {
  const feeds = useStore(connectionStore, (state) => state.feeds)
  const online = useSyncExternalStore(
    subscribeToOnline,
    () => navigator.onLine,
    () => true,
  )
  const now = useTimeWords((at) => {
    const view = connectionAt(feeds, at, online)
    return "since" in view ? `${view.kind} ${view.since}` : view.kind
  })
  const [kind, since] = now.split(" ")
  if (kind === "reconnecting" || kind === "offline") return { kind, since: Number(since) }
  return { kind: kind === "signed-out" ? kind : "live" }
}

/** Decisions need the server: the reason why they cannot be taken now, or null. */
export function useWhyNot(): string | null {
  const { kind } = useConnection()
  if (kind === "offline") return "Deciding is possible again when the server answers."
  return kind === "signed-out" ? "You are signed out." : null
}

export function ConnectionLabel() {
  const view = useConnection()
  useEffect(() => {
    if (view.kind === "offline") announce("The connection to the server is lost.", "assertive")
  }, [view.kind])
  const base = "inline-flex items-center gap-[7px] text-small whitespace-nowrap"
  switch (view.kind) {
    case "reconnecting":
      return (
        <span className={`${base} text-wait`}>
          <span aria-hidden="true" className="size-2.5 rounded-full border-2 border-wait-mark border-dotted" />
          <span>
            Reconnecting
            <span className="max-md:hidden">
              , <Ago since={new Date(view.since).toISOString()} /> behind
            </span>
          </span>
        </span>
      )
    case "offline":
      return (
        <span className={`${base} text-fail`}>
          <span aria-hidden="true" className="size-2 rounded-[1px] bg-fail" />
          <span>
            Offline
            <span className="max-md:hidden">
              {" "}
              since <ClockTime at={new Date(view.since).toISOString()} seconds={false} />
            </span>
          </span>
        </span>
      )
    case "signed-out":
      return (
        <span className={`${base} text-fail`}>
          <span aria-hidden="true" className="size-2 rounded-[1px] bg-fail" />
          Signed out
        </span>
      )
    default:
      return (
        <span className={`${base} text-text-2`}>
          <span aria-hidden="true" className="size-[7px] rounded-full bg-work-mark" />
          Live
        </span>
      )
  }
}

/** Above the page while the line is down for good, or the server is newer than the page. */
export function ConnectionBanners() {
  const view = useConnection()
  const updated = useStore(updateStore, (state) => state.updated)
  return (
    <>
      {view.kind === "offline" && (
        <Banner
          tone="fail"
          className="border-b border-line"
          fact={
            <>
              No connection since <ClockTime at={new Date(view.since).toISOString()} />.
            </>
          }
          action={
            <Button size="s" onClick={retryNow}>
              Try now
            </Button>
          }
        >
          You see the state of that moment. Deciding is possible again when the server answers.
        </Banner>
      )}
      {view.kind === "signed-out" && (
        <Banner
          tone="fail"
          className="border-b border-line"
          fact="You are signed out."
          action={
            <Link href="/sign-in" className={buttonClass("secondary", "s")}>
              Sign in
            </Link>
          }
        >
          What you see is no longer kept up to date. Drafts are kept.
        </Banner>
      )}
      {updated && (
        <Banner
          tone="wait"
          className="border-b border-line"
          fact="Countersign was updated."
          action={
            <Button size="s" onClick={() => window.location.reload()}>
              Reload
            </Button>
          }
        >
          This page is older than the server. Drafts are kept.
        </Banner>
      )}
    </>
  )
}
