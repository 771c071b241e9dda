// One part of a settings page: its name and a sentence at the left, its fields at the right, a line above.
import type { ReactNode } from "react"
import { classes } from "@/components/ui/classes"

type Props = { title: string; about?: ReactNode; wide?: boolean; action?: ReactNode; children: ReactNode }

export function Section({ title, about, wide, action, children }: Props) {
  return (
    <section className="grid gap-x-8 gap-y-3 border-t border-line py-5 md:grid-cols-[200px_minmax(0,1fr)]">
      <div>
        <h2 className="font-semibold">{title}</h2>
        {about && <p className="mt-0.5 text-small text-text-3">{about}</p>}
        {action && <div className="mt-3">{action}</div>}
      </div>
      <div className={classes("grid min-w-0 content-start gap-4", !wide && "md:grid-cols-2")}>{children}</div>
    </section>
  )
}
