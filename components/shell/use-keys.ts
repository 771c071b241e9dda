// Keys of a page: `useKeys({ j: next, "shift+j": nextLine, "mod+k": openPalette, "g q": toQueue })`.
"use client"

import { useEffect, useRef } from "react"
import { preferenceStore } from "@/lib/client/preferences"

/** Returning false passes the key on to whoever registered before. */
export type KeyHandler = (event: KeyboardEvent) => unknown
export type KeyMap = Record<string, KeyHandler | undefined>

type Layer = { keys: () => KeyMap; whileTyping: boolean; inDialog: boolean }

const layers: Layer[] = []
const SEQUENCE_MS = 1_200
let begun: { key: string; at: number } | null = null

type Options = {
  enabled?: boolean
  /** Also while a field has the focus; for keys with a modifier this is always so. */
  whileTyping?: boolean
  /** The component that registers stands in a dialog itself. */
  inDialog?: boolean
}

export function useKeys(keys: KeyMap, { enabled = true, whileTyping = false, inDialog = false }: Options = {}): void {
  const newest = useRef(keys)
  useEffect(() => {
    newest.current = keys
  })
  useEffect(() => {
    if (!enabled) return
    const layer: Layer = { keys: () => newest.current, whileTyping, inDialog }
    if (layers.length === 0) document.addEventListener("keydown", onKeyDown)
    layers.push(layer)
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      if (layers.length === 0) document.removeEventListener("keydown", onKeyDown)
    }
  }, [enabled, whileTyping, inDialog])
}

/** `shift` is named for letters and named keys; signs such as `?` already contain it. */
export function keyName(event: Pick<KeyboardEvent, "key" | "shiftKey" | "metaKey" | "ctrlKey" | "altKey">): string {
  const key = event.key.toLowerCase()
  const letter = /^[a-z]$/.test(key) || key.length > 1
  const mod = event.metaKey || event.ctrlKey ? "mod+" : ""
  const shift = event.shiftKey && letter ? "shift+" : ""
  return `${mod}${event.altKey ? "alt+" : ""}${shift}${key}`
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true
  return target instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit"].includes(target.type)
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.altKey) return
  const name = keyName(event)
  const withModifier = name.startsWith("mod+")
  const named = event.key.length > 1
  const typing = isTyping(event.target)
  const inDialog = document.querySelector('[aria-modal="true"], [data-modal-opening]') !== null
  if (document.querySelector('[popover="auto"]:popover-open')) return
  // A single letter that does something is what can be switched off; Enter, Escape and ⌘K stay.
  if (!withModifier && !named && !preferenceStore.getState().singleKeys) return

  const sequence = begun && Date.now() - begun.at < SEQUENCE_MS ? `${begun.key} ${name}` : null
  begun = null
  for (const candidate of sequence ? [sequence, name] : [name]) {
    for (const layer of layers.toReversed()) {
      if (inDialog && !layer.inDialog) continue
      if (typing && !withModifier && !layer.whileTyping) continue
      const handler = layer.keys()[candidate]
      if (!handler || handler(event) === false) continue
      event.preventDefault()
      return
    }
  }
  const begins =
    !typing && !inDialog && layers.some((layer) => Object.keys(layer.keys()).some((key) => key.startsWith(`${name} `)))
  if (begins) begun = { key: name, at: Date.now() }
}
