// Where a person writes to the lead: Enter sends, Shift Enter breaks the line, a slash offers commands.
"use client"

import { useRouter } from "next/navigation"
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react"
import { useShallow } from "zustand/react/shallow"
import { sendMessageAction } from "@/lib/actions/send-message"
import { callAction } from "@/lib/client/call-action"
import { LEAD } from "@/lib/core/ids"
import type { Message } from "@/lib/core/message"
import { useWhyNot } from "../live/connection"
import { useLive } from "../live/live-team"
import { useKeys } from "../shell/use-keys"
import { useShutdown } from "../shutdown/shutdown-watch"
import { classes } from "../ui/classes"
import { Icon } from "../ui/icon"
import { Kbd } from "../ui/kbd"
import { CommandList } from "./command-list"
import { completions, intentOf } from "./composer-commands"
import { useDraft } from "./use-draft"

type Props = {
  canOperate: boolean
  /** Text chosen elsewhere, to be taken over once. */
  offered: string | null
  onOffered: () => void
  onSent: (message: Message) => void
  onRoster: () => void
  toEnd: () => void
}

export function Composer({ canOperate, offered, onOffered, onSent, onRoster, toEnd }: Props) {
  const team = useLive((state) => state.view.team.id)
  const paused = useLive((state) => state.view.team.paused !== null)
  const alive = useLive(
    useShallow((state) => state.view.agents.filter((agent) => agent.status !== "shutdown").map((agent) => agent.name)),
  )
  const everybody = useLive(useShallow((state) => state.view.agents.map((agent) => agent.name)))
  const names = useMemo(
    () => ({ agents: everybody, teammates: alive.filter((name) => name !== LEAD) }),
    [everybody, alive],
  )
  const [text, setText] = useDraft(`lead.${team}`)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [choice, setChoice] = useState(0)
  const [dismissed, setDismissed] = useState("")
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const router = useRouter()
  const askToLeave = useShutdown()
  const whyNot = useWhyNot()
  const offers = useMemo(() => (dismissed === text ? [] : completions(text, names)), [dismissed, text, names])
  const chosen = offers[Math.min(choice, offers.length - 1)]

  useEffect(() => {
    if (offered === null) return
    setText(offered)
    onOffered()
    field.current?.focus()
  }, [offered, onOffered, setText])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for words typed before the page came alive.
  useEffect(() => {
    const early = field.current?.value
    if (early && early !== text) setText(early)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field grows with its text.
  useEffect(() => {
    const box = field.current
    if (!box || CSS.supports("field-sizing", "content")) return
    box.style.height = "auto"
    box.style.height = `${Math.min(box.scrollHeight, 210)}px`
  }, [text])

  // Registered after the shell's own keys, so that here a slash means a command.
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  const slash = () => {
    field.current?.focus()
    if (text === "") write("/")
  }
  useKeys({ "/": slash }, { enabled: ready && canOperate })
  const write = (next: string) => {
    setText(next)
    setProblem(null)
    setChoice(0)
  }
  const say = async (words: string) => {
    if (words === "" || busy) return
    if (whyNot) return setProblem("There is no connection to the server. Your text is kept.")
    setBusy(true)
    const answer = await callAction(sendMessageAction, { team, to: LEAD, content: words })
    setBusy(false)
    if (!answer.ok) return setProblem(`${answer.error.message} Your text is kept.`)
    write("")
    onSent(answer.value)
    toEnd()
  }
  const send = () => {
    const intent = intentOf(text, names)
    switch (intent.kind) {
      case "say":
      case "ask-for-plan":
        return void say(intent.text)
      case "wrong":
        return setProblem(intent.sentence)
      case "roster":
        onRoster()
        break
      case "inbox":
        router.push(`/teams/${team}/agents/${intent.name}`)
        break
      case "plans":
        router.push(`/queue?team=${team}`)
        break
      case "shutdown":
        askToLeave(intent.name)
    }
    write("")
  }
  const take = (index: number) => {
    const offer = offers[index]
    if (offer) write(offer.insert)
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (chosen && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault()
      return setChoice((choice + (event.key === "ArrowDown" ? 1 : -1) + offers.length) % offers.length)
    }
    // A command that is typed whole is sent by Enter, not completed once more.
    const whole = chosen?.insert.trim() === text.trim()
    if (chosen && (event.key === "Tab" || (event.key === "Enter" && !whole))) {
      event.preventDefault()
      return take(offers.indexOf(chosen))
    }
    if (chosen && event.key === "Escape") {
      event.preventDefault()
      return setDismissed(text)
    }
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault()
      send()
    }
  }
  if (!canOperate)
    return (
      <p className="flex-none border-t border-line px-5 py-3 text-text-3">
        Operators talk to the lead; you can read along.
      </p>
    )
  return (
    <div className="relative mx-4 mt-2 mb-3.5 flex-none">
      {offers.length > 0 && (
        <CommandList
          id={`${id}-offers`}
          offers={offers}
          chosen={Math.min(choice, offers.length - 1)}
          onTake={take}
          onPoint={setChoice}
        />
      )}
      <div className="rounded-[8px] border border-control bg-surface py-2 pr-2 pl-3 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ink">
        <textarea
          ref={field}
          rows={1}
          value={text}
          aria-label="Tell the lead what to do"
          aria-autocomplete="list"
          aria-controls={offers.length > 0 ? `${id}-offers` : undefined}
          aria-activedescendant={chosen ? `${id}-offers-${offers.indexOf(chosen)}` : undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          placeholder="Tell the lead what to do"
          maxLength={100_000}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
          className="block field-sizing-content max-h-[210px] w-full resize-none bg-transparent text-talk outline-hidden placeholder:text-text-3 pointer-coarse:text-[16px]"
        />
        <div className="mt-2 flex items-center gap-2 text-small text-text-3">
          <span className="whitespace-nowrap pointer-coarse:hidden">
            <Kbd>/</Kbd> commands
          </span>
          <span
            id={`${id}-problem`}
            role={problem ? "alert" : undefined}
            className="min-w-0 flex-1 font-medium text-fail"
          >
            {problem}
          </span>
          {paused && !problem && <span className="cut">paused: read when resumed</span>}
          <span className="whitespace-nowrap pointer-coarse:hidden">⏎ sends</span>
          <button
            type="button"
            aria-label="Send"
            aria-disabled={busy || text.trim() === ""}
            onClick={send}
            className={classes(
              "hit grid size-7 flex-none place-items-center rounded-m bg-ink-fill text-on-ink transition-colors hover:bg-ink-hover",
              busy && "opacity-60",
            )}
          >
            <Icon name="arrow-up" />
          </button>
        </div>
      </div>
    </div>
  )
}
