// Opens the palette and the list of keys from anywhere in the shell.
import { createStore } from "zustand/vanilla"

type Overlay = {
  open: "palette" | "keys" | null
  /** Typed between the opening and the field's arrival, when the palette is loaded for the first time. */
  typed: string
}

export const overlayStore = createStore<Overlay>(() => ({ open: null, typed: "" }))

export const openPalette = (): void => overlayStore.setState({ open: "palette", typed: "" })
export const openKeys = (): void => overlayStore.setState({ open: "keys" })
export const closeOverlay = (): void => overlayStore.setState({ open: null })

/** Keeps what is typed until the palette's field is there to take it. */
export function keepTyped(event: KeyboardEvent): void {
  if (event.key.length !== 1 || event.metaKey || event.ctrlKey || document.getElementById("palette-list")) return
  event.preventDefault()
  overlayStore.setState(({ typed }) => ({ typed: typed + event.key }))
}
