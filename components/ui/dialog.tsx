// A modal dialog: title, words, content, and a footer whose main action also answers to ⌘Enter.
"use client"

import dynamic from "next/dynamic"
import type { ReactNode, RefObject } from "react"
import { ModalOpening } from "./modal-opening"
import { NotLoaded } from "./not-loaded"
import { useWanted } from "./use-wanted"

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** One sentence below the title. */
  description?: ReactNode
  children?: ReactNode
  /** Buttons; the last one is the main action. */
  footer?: ReactNode
  /** What ⌘Enter does. */
  onSubmit?: () => void
  size?: "s" | "m" | "l"
  /** A cross at the upper right; dialogs with a Cancel button need none. */
  closable?: boolean
  initialFocus?: RefObject<HTMLElement | null>
  /** Where the focus goes when it closes; `true` is where it was before. */
  finalFocus?: () => HTMLElement | true
}

const load = () => import("./dialog-box").then((module) => module.DialogBox)
const DialogBox = dynamic(() => load().catch(() => NotLoaded), { ssr: false })

/** Not part of what a page loads first; it is fetched a moment later, so that the first key typed into it is not lost. */
export function Dialog(props: DialogProps) {
  const wanted = useWanted(props.open, load)
  return (
    <>
      {props.open && <ModalOpening />}
      {wanted && <DialogBox {...props} />}
    </>
  )
}
