// The mark of a request: the first stroke is whoever opened it, the second is whoever answers it.
import { classes } from "./classes"

export type MarkState = "open" | "approved" | "rejected" | "faint"

const FIRST = "M3.2 13.2 6.6 2.8"
const SECOND = "M9.4 13.2 12.8 2.8"

/** How a request ended decides its mark: only an answer counts as one, the other ends are faint. */
export function markOf(request: { status: string; resolution: { reason: string } | null }): MarkState {
  if (request.status === "pending") return "open"
  if (request.resolution && request.resolution.reason !== "decided") return "faint"
  return request.status === "approved" ? "approved" : "rejected"
}

type Props = {
  state: MarkState
  size?: number
  /** Draws the second stroke once: the gesture of an approval. */
  drawn?: boolean
  /** Whose stroke is ink: in a shutdown the person signs first. */
  person?: "first" | "second"
  /** Spoken name; without one the mark is decoration beside words. */
  label?: string
  className?: string
}

export function Mark({ state, size = 16, drawn = false, person = "second", label, className }: Props) {
  const first = person === "first" ? "stroke-ink" : "stroke-current"
  const second = person === "first" ? "stroke-current" : "stroke-ink"
  const drawing = (
    <svg
      aria-hidden="true"
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill="none"
      strokeWidth={2.25}
      strokeLinecap="round"
      className={classes("block text-text", className)}
    >
      {state === "open" && (
        <>
          <path className={first} d={FIRST} />
          <path className="stroke-wait-mark" d={SECOND} strokeWidth={2.4} strokeDasharray="0.1 3.55" />
        </>
      )}
      {state === "approved" && (
        <>
          <path className={first} d={FIRST} />
          <path
            className={classes(second, drawn && "animate-sign")}
            d={SECOND}
            {...(drawn ? { pathLength: 1, strokeDasharray: 1 } : {})}
          />
        </>
      )}
      {state === "rejected" && (
        <>
          <path className={first} d="M2.6 13.2 6 2.8" />
          <path className={second} d="M9 5.4l5 5.2M14 5.4l-5 5.2" strokeWidth={2} />
        </>
      )}
      {state === "faint" && <path className="stroke-current" opacity={0.45} d={`${FIRST}M9.5 8h4`} />}
    </svg>
  )
  if (!label) return drawing
  return (
    <span className="inline-flex">
      {drawing}
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** One stroke alone, as it stands in the signature strip. */
export function Stroke({
  by,
  state = "signed",
  drawn = false,
  className,
}: {
  by: "person" | "agent"
  state?: "signed" | "open" | "refused"
  drawn?: boolean
  className?: string
}) {
  const colour = by === "person" ? "stroke-ink" : "stroke-current"
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 16 16"
      width={16}
      height={16}
      fill="none"
      strokeWidth={2.25}
      strokeLinecap="round"
      className={classes("block text-text", className)}
    >
      {state === "refused" && <path className={colour} strokeWidth={2} d="M5.5 5.4l5 5.2M10.5 5.4l-5 5.2" />}
      {state === "open" && (
        <path
          className={by === "person" ? "stroke-wait-mark" : "stroke-current"}
          strokeWidth={2.4}
          strokeDasharray="0.1 3.55"
          d="M6.3 13.2 9.7 2.8"
        />
      )}
      {state === "signed" && (
        <path
          className={classes(colour, drawn && "animate-sign")}
          d="M6.3 13.2 9.7 2.8"
          {...(drawn ? { pathLength: 1, strokeDasharray: 1 } : {})}
        />
      )}
    </svg>
  )
}
