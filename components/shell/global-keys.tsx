// Keys that work on every page, and the two overlays they open; those are loaded when they are first wanted.
"use client"

import dynamic from "next/dynamic"
import { useRouter } from "next/navigation"
import { useEffect } from "react"
import { useStore } from "zustand"
import { ModalOpening } from "@/components/ui/modal-opening"
import { NotLoaded } from "@/components/ui/not-loaded"
import { useWanted } from "@/components/ui/use-wanted"
import type { Command } from "@/lib/client/commands"
import { setTheme, THEMES } from "@/lib/client/preferences"
import { type ShellTeam, useCurrentTeam } from "./current-team"
import { closeOverlay, keepTyped, openKeys, openPalette, overlayStore } from "./open-palette"
import { useCommands } from "./use-commands"
import { useKeys } from "./use-keys"

const loadPalette = () => import("./palette").then((module) => module.Palette)
const loadKeys = () => import("./keys-dialog").then((module) => module.KeysDialog)
const Palette = dynamic(() => loadPalette().catch(() => Missing), { ssr: false })
const KeysDialog = dynamic(() => loadKeys().catch(() => Missing), { ssr: false })

const Missing = ({ open }: { open: boolean }) => <NotLoaded open={open} onOpenChange={closeOverlay} />

const THEME_COMMANDS: Command[] = THEMES.map((theme) => ({
  id: `theme-${theme}`,
  title: theme === "system" ? "Theme as the system has it" : `Theme: ${theme}`,
  words: "dark light mode appearance",
  whenAsked: true,
  run: () => setTheme(theme),
}))

export function GlobalKeys({ team }: { team?: ShellTeam }) {
  const router = useRouter()
  const current = useCurrentTeam(team)
  const open = useStore(overlayStore, (state) => state.open)
  const paletteWanted = useWanted(open === "palette", loadPalette)
  const keysWanted = useWanted(open === "keys", loadKeys)
  useEffect(() => {
    if (open !== "palette") return
    document.addEventListener("keydown", keepTyped)
    return () => document.removeEventListener("keydown", keepTyped)
  }, [open])
  useEffect(() => closeOverlay, [])
  useCommands(THEME_COMMANDS)
  useKeys({
    "mod+k": openPalette,
    "?": openKeys,
    "g q": () => router.push("/queue"),
    "g h": () => router.push("/"),
    "g t": () => router.push(current ? `/teams/${current.id}` : "/"),
    "g l": () => router.push(current ? `/teams/${current.id}/timeline` : "/"),
    "/": () => {
      const filter = document.querySelector<HTMLElement>("[data-filter]")
      if (filter) filter.focus()
      else openPalette()
    },
  })
  return (
    <>
      {open && <ModalOpening />}
      {paletteWanted && <Palette open={open === "palette"} team={current} />}
      {keysWanted && <KeysDialog open={open === "keys"} />}
    </>
  )
}
