// What stands in for a pane that takes longer than 300 ms: still bars in the final sizes.
import { classes } from "./classes"

/** Widths are Tailwind classes, one bar each: `["w-3/5", "w-1/3"]`. */
export function SkeletonRows({ rows, className }: { rows: string[][]; className?: string }) {
  return (
    <div aria-hidden="true" className={classes("animate-after-300", className)}>
      {rows.map((bars, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: still bars have no identity and never change place.
        <div key={row} className="border-b border-line px-4 py-3 last:border-0">
          <Bars widths={bars} />
        </div>
      ))}
    </div>
  )
}

/** The bars alone, where the pane around them draws its own lines. */
export function Bars({ widths }: { widths: string[] }) {
  return (
    <div className="grid flex-1 gap-[9px]">
      {widths.map((width, bar) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <div key={bar} className={classes("min-h-2.5 rounded-[3px] bg-hover", width)} />
      ))}
    </div>
  )
}
