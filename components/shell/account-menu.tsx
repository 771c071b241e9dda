// Who is signed in, and what they chose for this browser: theme, single keys, notifications, sound.
"use client"

import { useStore } from "zustand"
import { Icon } from "@/components/ui/icon"
import { Menu, MenuCheck, MenuChoice, MenuHeading, MenuItem, MenuLine, MenuLink } from "@/components/ui/menu"
import { signOutAction } from "@/lib/actions/sign-out"
import { callAction } from "@/lib/client/call-action"
import { chime } from "@/lib/client/chime"
import { chooseNotifications, preferenceStore, setPreferences, setTheme } from "@/lib/client/preferences"
import { showToast } from "@/lib/client/toasts"
import type { ServerFacts, Viewer } from "@/lib/core/page-views"
import { openKeys } from "./open-palette"

const THEME_WORDS = [
  { value: "system", word: "As the system" },
  { value: "light", word: "Light" },
  { value: "dark", word: "Dark" },
] as const

/** Two letters: of two names, or of the one there is. */
export function initialsOf(label: string): string {
  const words = label.trim().split(/\s+/)
  const letters = words.length > 1 ? `${words[0]?.[0] ?? ""}${words.at(-1)?.[0] ?? ""}` : label.slice(0, 2)
  return letters.toUpperCase()
}

export function AccountMenu({ viewer, facts }: { viewer: Viewer; facts: ServerFacts }) {
  const { theme, singleKeys, notifications, sound } = useStore(preferenceStore)
  const signOut = async () => {
    const answer = await callAction(signOutAction, undefined)
    if (answer.ok) window.location.assign("/sign-in")
    else showToast({ tone: "fail", text: answer.error.message })
  }
  const notify = async (on: boolean) => {
    const agreed = await chooseNotifications(on)
    if (!agreed) showToast({ tone: "fail", text: "The browser does not allow notifications from this page." })
  }
  return (
    <Menu
      label="Account"
      align="end"
      className="w-64"
      trigger={
        <button
          type="button"
          aria-label={`Account of ${viewer.label}`}
          title={viewer.label}
          className="hit grid size-6 flex-none place-items-center rounded-full bg-ink-soft text-[10px] leading-none font-semibold text-ink shadow-[inset_0_0_0_1px_var(--ink-line)]"
        >
          {initialsOf(viewer.label)}
        </button>
      }
    >
      <MenuHeading>
        <span className="block text-ui font-medium text-text">{viewer.label}</span>
        <span className="block pb-1 text-small font-normal">
          {viewer.role} · {facts.model === "rehearsal" ? "rehearsal model" : facts.model_id} · {facts.version}
        </span>
      </MenuHeading>
      <MenuLine />
      <MenuChoice label="Theme" value={theme} options={THEME_WORDS} onChange={setTheme} />
      <MenuLine />
      <MenuCheck checked={singleKeys} onChange={(on) => setPreferences({ singleKeys: on })}>
        Single keys
      </MenuCheck>
      <MenuCheck checked={notifications} onChange={(on) => void notify(on)}>
        Notify me of new plans
      </MenuCheck>
      <MenuCheck
        checked={sound}
        onChange={(on) => {
          setPreferences({ sound: on })
          if (on) chime()
        }}
      >
        Sound with new plans
      </MenuCheck>
      <MenuLine />
      <MenuItem icon={<Icon name="note" />} note="?" onSelect={openKeys}>
        All keys
      </MenuItem>
      <MenuLink href="/settings" icon={<Icon name="person" />}>
        People, sessions, tokens
      </MenuLink>
      <MenuItem icon={<Icon name="sign-out" />} onSelect={() => void signOut()}>
        Sign out
      </MenuItem>
    </Menu>
  )
}
