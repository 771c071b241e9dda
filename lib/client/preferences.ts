// What a person chose for this browser: theme, single keys, notifications, sound.
import { createStore } from "zustand/vanilla"

export const THEMES = ["system", "light", "dark"] as const
export type Theme = (typeof THEMES)[number]

export type Preferences = { theme: Theme; singleKeys: boolean; notifications: boolean; sound: boolean }

const KEY = "countersign.preferences"
const START: Preferences = { theme: "system", singleKeys: true, notifications: false, sound: false }

export const preferenceStore = createStore<Preferences>(() => START)

/** Read after hydration: the server knows only the theme, by its cookie. */
export function loadPreferences(): void {
  let kept: Partial<Preferences> = {}
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Preferences>
  } catch {
    // A broken or forbidden storage is the same as an empty one.
  }
  const theme = document.documentElement.dataset.theme
  preferenceStore.setState({
    theme: theme === "light" || theme === "dark" ? theme : "system",
    singleKeys: kept.singleKeys !== false,
    notifications:
      kept.notifications === true && typeof Notification !== "undefined" && Notification.permission === "granted",
    sound: kept.sound === true,
  })
}

export function setPreferences(change: Partial<Omit<Preferences, "theme">>): void {
  preferenceStore.setState(change)
  const { theme: _cookie, ...kept } = preferenceStore.getState()
  try {
    localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Kept for this page only.
  }
}

/** The cookie lets the server write the theme into the document, so that no page ever flashes. */
export function setTheme(theme: Theme): void {
  preferenceStore.setState({ theme })
  if (theme === "system") delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  const age = theme === "system" ? 0 : 31_536_000
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing in Firefox and on plain http.
  document.cookie = `theme=${theme}; Path=/; Max-Age=${age}; SameSite=Lax`
}

/** Asks the browser when needed; false when it says no. */
export async function chooseNotifications(on: boolean): Promise<boolean> {
  if (!on) {
    setPreferences({ notifications: false })
    return true
  }
  const granted = typeof Notification !== "undefined" && (await Notification.requestPermission()) === "granted"
  setPreferences({ notifications: granted })
  return granted
}
