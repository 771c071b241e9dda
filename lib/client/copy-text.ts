// Copies text where the browser lets a page do that: plain http on another host than localhost has no clipboard.
import { announce } from "./announce"
import { showToast } from "./toasts"

export async function copyText(text: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    announce(`${what} copied`)
    return true
  } catch {
    showToast({ tone: "fail", text: "The browser does not let this page copy." })
    return false
  }
}
