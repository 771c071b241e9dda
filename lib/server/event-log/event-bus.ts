// The live tail of the timeline in this process: who listens is told of each committed event, and of text being written.
import "server-only"
import type { Delta, Event } from "@/lib/core/event"

export type Signal = { kind: "event"; event: Event } | { kind: "delta"; delta: Delta }
export type Listener = (signal: Signal) => void

export type EventBus = {
  /** `null` listens to all teams. Events may arrive twice or out of order across processes; `seq` tells. */
  subscribe(team: string | null, listener: Listener): () => void
  publishEvents(events: Event[]): void
  publishDelta(delta: Delta): void
  hasListeners(team: string): boolean
}

export function createEventBus(): EventBus {
  const byTeam = new Map<string | null, Set<Listener>>()

  const publish = (team: string, signal: Signal) => {
    for (const key of [team, null]) {
      const listeners = byTeam.get(key)
      if (listeners) for (const listener of [...listeners]) listener(signal)
    }
  }

  return {
    subscribe: (team, listener) => {
      const listeners = byTeam.get(team) ?? new Set()
      listeners.add(listener)
      byTeam.set(team, listeners)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) byTeam.delete(team)
      }
    },
    publishEvents: (events) => {
      for (const event of events) publish(event.team, { kind: "event", event })
    },
    publishDelta: (delta) => publish(delta.team, { kind: "delta", delta }),
    hasListeners: (team) => byTeam.has(team) || byTeam.has(null),
  }
}
