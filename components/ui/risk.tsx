// Risk as one, two or three bars and the word.
import type { Risk } from "@/lib/core/policy"
import { classes } from "./classes"

const WORD: Record<Risk, string> = { low: "Low", medium: "Medium", high: "High" }
const STRONG: Record<Risk, number> = { low: 1, medium: 2, high: 3 }

export function RiskBars({ risk, className }: { risk: Risk; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 13 11"
      width={13}
      height={11}
      fill="currentColor"
      className={classes("block", risk === "high" ? "text-fail" : "text-text-2", className)}
    >
      {[5, 8, 11].map((height, index) => (
        <rect
          key={height}
          x={index * 5}
          y={11 - height}
          width={3}
          height={height}
          rx={1}
          opacity={index < STRONG[risk] ? 1 : 0.25}
        />
      ))}
    </svg>
  )
}

/** `High risk`, or only `High` where the label beside it already says risk. */
export function RiskLabel({ risk, short, className }: { risk: Risk; short?: boolean; className?: string }) {
  return (
    <span
      className={classes(
        "inline-flex items-center gap-1.5 whitespace-nowrap",
        risk === "high" ? "font-medium text-fail" : "text-text-2",
        className,
      )}
    >
      <RiskBars risk={risk} />
      {short ? WORD[risk] : `${WORD[risk]} risk`}
    </span>
  )
}
