// A sheet from the lower edge on narrow screens, from the right edge on wider ones.
"use client"

import dynamic from "next/dynamic"
import type { ReactNode } from "react"
import { ModalOpening } from "./modal-opening"
import { NotLoaded } from "./not-loaded"
import { useWanted } from "./use-wanted"

export type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  children: ReactNode
}

const load = () => import("./sheet-box").then((module) => module.SheetBox)
const SheetBox = dynamic(() => load().catch(() => NotLoaded), { ssr: false })

export function Sheet(props: SheetProps) {
  const wanted = useWanted(props.open, load)
  return (
    <>
      {props.open && <ModalOpening />}
      {wanted && <SheetBox {...props} />}
    </>
  )
}
