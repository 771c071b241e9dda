// Stands where a part of the page should be whose code did not arrive: it says so and gives the page back.
"use client"

import { useEffect } from "react"
import { showToast } from "@/lib/client/toasts"

export function NotLoaded({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  useEffect(() => {
    if (!open) return
    showToast({ tone: "fail", text: "A part of this page could not be loaded. Reload the page; drafts are kept." })
    onOpenChange(false)
  }, [open, onOpenChange])
  return null
}
