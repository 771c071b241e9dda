// Toasts: only for what is out of sight. At most three at a time, the oldest gives way.
import { createStore } from "zustand/vanilla"

export type Toast = {
  id: number
  tone: "fail" | "wait" | "plain"
  text: string
  /** Where it happened; pressing the toast's button goes there. */
  href?: string
  action?: string
}

export const TOASTS_AT_ONCE = 3
export const TOAST_MS = 8_000

let counter = 0

export const toastStore = createStore<{ toasts: Toast[] }>(() => ({ toasts: [] }))

export function showToast(toast: Omit<Toast, "id">): number {
  const id = ++counter
  toastStore.setState(({ toasts }) => ({
    toasts: [...toasts.filter((other) => other.text !== toast.text), { ...toast, id }].slice(-TOASTS_AT_ONCE),
  }))
  return id
}

export function dismissToast(id: number): void {
  toastStore.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}
