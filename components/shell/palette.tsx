// The command palette: one field over everything one can do or go to.
"use client"

import { Dialog as Base } from "@base-ui/react/dialog"
import { useRouter } from "next/navigation"
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from "react"
import { useStore } from "zustand"
import { useApp, useTeams } from "@/components/live/live-app"
import { IconButton } from "@/components/ui/button"
import { classes } from "@/components/ui/classes"
import { Icon, type IconName } from "@/components/ui/icon"
import { Kbd } from "@/components/ui/kbd"
import { Mark } from "@/components/ui/mark"
import { StatusIcon } from "@/components/ui/status"
import { getQueueAction } from "@/lib/actions/get-queue"
import { getTeamViewAction } from "@/lib/actions/get-team-view"
import { readAction } from "@/lib/client/call-action"
import { commandStore } from "@/lib/client/commands"
import type { Agent, AgentStatus } from "@/lib/core/agent"
import type { QueueItem } from "@/lib/core/page-views"
import type { ShellTeam } from "./current-team"
import { closeOverlay, overlayStore } from "./open-palette"
import { type Entry, findEntries, paletteEntries } from "./palette-entries"

export function Palette({ open, team }: { open: boolean; team: ShellTeam | null }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && closeOverlay()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-shade transition-opacity duration-(--move) data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          aria-modal="true"
          aria-label="Search or run"
          initialFocus={field}
          className="fixed inset-x-4 top-4 z-40 mx-auto max-w-[560px] overflow-hidden rounded-l bg-raised text-text shadow-modal outline-hidden transition-opacity duration-(--move) data-ending-style:opacity-0 data-starting-style:opacity-0 md:top-[14vh]"
        >
          <Search team={team} field={field} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

function useFacts(team: ShellTeam | null) {
  const [agents, setAgents] = useState<Agent[]>([])
  const [queue, setQueue] = useState<QueueItem[]>([])
  useEffect(() => {
    let gone = false
    void readAction(getQueueAction, undefined).then((answer) => {
      if (!gone && answer.ok) setQueue(answer.value.waiting)
    })
    if (team) {
      void readAction(getTeamViewAction, { team: team.id }).then((answer) => {
        if (!gone && answer.ok) setAgents(answer.value.agents)
      })
    }
    return () => {
      gone = true
    }
  }, [team])
  return { agents, queue }
}

function Search({ team, field }: { team: ShellTeam | null; field: RefObject<HTMLInputElement | null> }) {
  const router = useRouter()
  const teams = useTeams()
  const operates = useApp().viewer.role === "operator"
  const commands = useStore(commandStore, (state) => state.commands)
  const { agents, queue } = useFacts(team)
  const [typed, setTyped] = useState(() => overlayStore.getState().typed)
  const [at, setAt] = useState<string | null>(null)
  const entries = useMemo(
    () => paletteEntries({ team, teams, agents, queue, commands, operates }),
    [team, teams, agents, queue, commands, operates],
  )
  const found = useMemo(() => findEntries(entries, typed), [entries, typed])
  // By name, not by place: what is read while somebody types must not slip another entry under the finger.
  const chosen = found.find((entry) => entry.id === at) ?? found[0]
  if (chosen && chosen.id !== at) setAt(chosen.id)

  const take = (entry: Entry | undefined) => {
    if (!entry) return
    closeOverlay()
    if (entry.run) entry.run()
    else if (entry.href) router.push(entry.href)
  }
  const move = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      if (!chosen) return
      const next = found.at((found.indexOf(chosen) + step) % found.length)!
      setAt(next.id)
      document.getElementById(`palette-${next.id}`)?.scrollIntoView({ block: "nearest" })
    } else if (event.key === "Enter") {
      event.preventDefault()
      take(chosen)
    }
  }
  return (
    <>
      <div className="flex h-[46px] items-center gap-2.5 border-b border-line px-3.5">
        <Icon name="search" className="text-text-3" />
        <input
          ref={field}
          role="combobox"
          aria-label="Search or run"
          aria-expanded
          aria-controls="palette-list"
          aria-activedescendant={chosen ? `palette-${chosen.id}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder="Search or run"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(null)
          }}
          onKeyDown={move}
          className="h-full min-w-0 flex-1 bg-transparent text-read outline-hidden placeholder:text-text-3"
        />
        <Kbd className="pointer-coarse:hidden">Esc</Kbd>
        <IconButton label="Close" onClick={closeOverlay} className="-mr-2 hidden pointer-coarse:grid">
          <Icon name="close" />
        </IconButton>
      </div>
      <div
        id="palette-list"
        role="listbox"
        aria-label="Found"
        className="max-h-[min(420px,60dvh)] scroll-py-2 overflow-y-auto pb-1.5"
      >
        {found.length === 0 && <p className="px-3.5 py-4 text-text-2">Nothing is called that.</p>}
        {(["Do", "Go"] as const).map((section) => {
          const rows = found.filter((entry) => entry.section === section)
          if (rows.length === 0) return null
          return (
            // biome-ignore lint/a11y/useSemanticElements: groups of a listbox are divs with a role.
            <div key={section} role="group" aria-label={section}>
              <div aria-hidden="true" className="px-3.5 pt-2 pb-0.5 text-micro font-medium text-text-3">
                {section}
              </div>
              {rows.map((entry) => (
                <Row
                  key={entry.id}
                  entry={entry}
                  typed={typed}
                  on={entry === chosen}
                  onPoint={() => setAt(entry.id)}
                  onTake={() => take(entry)}
                />
              ))}
            </div>
          )
        })}
      </div>
    </>
  )
}

type RowProps = { entry: Entry; typed: string; on: boolean; onPoint: () => void; onTake: () => void }

function Row({ entry, typed, on, onPoint, onTake }: RowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field, which keeps the focus.
    <div
      id={`palette-${entry.id}`}
      role="option"
      tabIndex={-1}
      aria-selected={on}
      onPointerMove={onPoint}
      onClick={onTake}
      className={classes(
        "mx-1.5 flex min-h-[34px] items-center gap-2.5 rounded-m px-2 pointer-coarse:min-h-11",
        on && "bg-selected",
      )}
    >
      <EntryIcon name={entry.icon} />
      <span className="cut flex-1">
        <Found text={entry.title} typed={typed} />
      </span>
      {entry.note && <span className="text-small text-text-3">{entry.note}</span>}
    </div>
  )
}

/** The words that were typed, in bold where they begin a word. */
function Found({ text, typed }: { text: string; typed: string }): ReactNode {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return text.split(/(\s+)/).map((part, index) => {
    const begun = wanted.some((word) => part.toLowerCase().startsWith(word))
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one title never change place.
    return begun ? <b key={index}>{part}</b> : part
  })
}

function EntryIcon({ name }: { name: string }) {
  if (name.startsWith("status-")) return <StatusIcon status={name.slice("status-".length) as AgentStatus} />
  if (name === "mark-open" || name === "mark-approved")
    return <Mark state={name === "mark-open" ? "open" : "approved"} />
  return <Icon name={name as IconName} className="text-text-3" />
}
