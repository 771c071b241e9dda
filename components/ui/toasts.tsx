// The place where toasts stand: lower right, read politely, staying while they are hovered or focused.
"use client"

import Link from "next/link"
import { useEffect, useState } from "react"
import { useStore } from "zustand"
import { dismissToast, TOAST_MS, type Toast, toastStore } from "@/lib/client/toasts"
import { buttonClass, IconButton } from "./button"
import { Icon } from "./icon"
import { Mark } from "./mark"
import { StatusIcon } from "./status"

export function ToastRegion() {
  const toasts = useStore(toastStore, (state) => state.toasts)
  const [held, setHeld] = useState(false)
  return (
    <section
      aria-label="Notices"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-none fixed inset-x-4 bottom-[72px] z-50 grid justify-items-end gap-2 md:left-auto md:bottom-4 md:w-[360px]"
    >
      {toasts.map((toast) => (
        <ToastRow key={toast.id} toast={toast} held={held} />
      ))}
    </section>
  )
}

function ToastRow({ toast, held }: { toast: Toast; held: boolean }) {
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismissToast(toast.id), TOAST_MS)
    return () => clearTimeout(timer)
  }, [held, toast.id])
  return (
    <div
      // Arrivals are read out by the one region that gathers them.
      role={toast.tone === "fail" ? "alert" : toast.tone === "plain" ? "status" : undefined}
      className="pointer-events-auto flex min-h-[42px] w-full items-center gap-2.5 rounded-[8px] bg-raised py-1 pr-2 pl-3.5 shadow-pop"
    >
      {toast.tone === "fail" ? (
        <StatusIcon status="failed" />
      ) : (
        <Mark state={toast.tone === "wait" ? "open" : "approved"} />
      )}
      <span className="min-w-0 flex-1">{toast.text}</span>
      {toast.href && (
        <Link
          href={toast.href}
          onClick={() => dismissToast(toast.id)}
          className={buttonClass("quiet", "s", "text-ink!")}
        >
          {toast.action ?? "Open"}
        </Link>
      )}
      <IconButton label="Close" onClick={() => dismissToast(toast.id)}>
        <Icon name="close" />
      </IconButton>
    </div>
  )
}
