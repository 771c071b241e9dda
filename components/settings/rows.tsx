// A plain list of rows on a settings page: what it is, a line below it, what can be done with it.
import type { ReactNode } from "react"

export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="md:-mt-2">
      {children}
    </ul>
  )
}

export function SettingsRow({ title, note, action }: { title: ReactNode; note?: ReactNode; action?: ReactNode }) {
  return (
    <li className="flex min-h-13 items-center gap-3 border-b border-line py-2 last:border-0">
      <div className="min-w-0 flex-1">
        <div className="cut font-medium">{title}</div>
        {note && <div className="text-small text-text-3">{note}</div>}
      </div>
      {action && <div className="flex flex-none items-center gap-2">{action}</div>}
    </li>
  )
}
