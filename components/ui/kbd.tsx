// A key as it is printed on the keyboard.
import type { ReactNode } from "react"
import { classes } from "./classes"

/** `inverse` is for filled buttons: the key takes the button's colour. */
export function Kbd({ children, inverse, className }: { children: ReactNode; inverse?: boolean; className?: string }) {
  return (
    <kbd
      className={classes(
        "inline-grid h-[18px] min-w-[18px] flex-none place-items-center rounded-s border px-1 font-sans text-[11px] leading-none font-medium",
        inverse ? "border-on-ink/38 text-current" : "border-line-strong bg-sunken text-text-2",
        className,
      )}
    >
      {typeof children === "string" && children.includes("⌘") ? <ModifierKeys keys={children} /> : children}
    </kbd>
  )
}

/** `⌘K` where there is such a key, `Ctrl K` elsewhere; the document knows, so no page changes after it is shown. */
export function ModifierKeys({ keys }: { keys: string }) {
  return (
    <>
      <span className="hidden mac:inline">{keys}</span>
      <span className="mac:hidden">{keys.replace(/⌘(?=.)/, "Ctrl ").replace("⌘", "Ctrl")}</span>
    </>
  )
}
