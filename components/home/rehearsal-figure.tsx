// The rehearsal, drawn as the timeline draws it: three lanes, one row for each step, the wait hatched.
import type { ReactNode } from "react"
import { classes } from "@/components/ui/classes"
import { GateIcon } from "@/components/ui/gate"
import { Mark } from "@/components/ui/mark"

const LANES = ["you", "lead", "alice"] as const
type Lane = (typeof LANES)[number]
type LaneState = "idle" | "working" | "waiting" | "gone"

/** Lanes are 84 px wide, 56 on narrow screens. */
const WIDTHS = [
  { lane: 84, shown: "max-md:hidden" },
  { lane: 56, shown: "md:hidden" },
]
const HEIGHT = 44
const MIDDLE = HEIGHT / 2

type Step = {
  words: ReactNode
  from?: Lane
  to?: Lane
  /** Dashed: an answer. */
  answer?: boolean
  /** What stands in the lane instead of a dot. */
  sign?: { lane: Lane; icon: ReactNode }
  alice?: LaneState
}

const STEPS: Step[] = [
  { words: "You tell the lead what you want", from: "you", to: "lead" },
  { words: "The lead brings in alice", from: "lead", to: "alice", alice: "working" },
  { words: "alice submits a plan and stops", from: "alice", to: "lead", alice: "waiting" },
  {
    words: <b>You read it and approve</b>,
    from: "you",
    to: "lead",
    sign: { lane: "you", icon: <Mark state="approved" /> },
  },
  { words: "The lead forwards your answer", from: "lead", to: "alice", answer: true, alice: "working" },
  { words: "Its gate opens, the file is written", sign: { lane: "alice", icon: <GateIcon gate="open" /> } },
  { words: "You ask alice to leave", from: "you", to: "alice" },
  { words: "alice answers, and is gone", from: "alice", to: "lead", answer: true, alice: "gone" },
]

type Row = Step & { before: LaneState; after: LaneState }

const ROWS: Row[] = STEPS.reduce<Row[]>((rows, step) => {
  const before = rows.at(-1)?.after ?? "gone"
  rows.push({ ...step, before, after: step.alice ?? before })
  return rows
}, [])

export function RehearsalFigure() {
  return (
    <figure
      aria-label="What the rehearsal plays: you ask, alice plans and stops, you approve, alice works, you ask alice to leave, alice leaves"
      className="min-w-0 overflow-hidden rounded-l border border-line bg-surface"
    >
      <div className="grid h-10 grid-cols-[252px_minmax(0,1fr)] items-center border-b border-line text-small font-medium text-text-2 max-md:grid-cols-[168px_minmax(0,1fr)]">
        <div className="grid grid-cols-3 text-center">
          <span className="text-ink">You</span>
          <span>lead</span>
          <span>alice</span>
        </div>
        <span>What you will see</span>
      </div>
      <ol>
        {ROWS.map((row, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps are fixed.
            key={index}
            className={classes(
              "grid h-11 grid-cols-[252px_minmax(0,1fr)] items-center pr-4 max-md:grid-cols-[168px_minmax(0,1fr)]",
              row.from === "you" && "bg-selected",
            )}
          >
            <Slice row={row} />
            <span className="leading-[18px]">{row.words}</span>
          </li>
        ))}
      </ol>
      <figcaption className="flex min-h-12 flex-wrap items-center gap-x-5 gap-y-1 border-t border-line px-5 py-2 text-small whitespace-nowrap text-text-2">
        <span className="flex items-center gap-1.5">
          <Mark state="open" />
          Waiting
        </span>
        <span className="flex items-center gap-1.5">
          <Mark state="approved" />
          Approved
        </span>
        <span className="flex items-center gap-1.5">
          <Mark state="rejected" />
          Rejected
        </span>
        <span className="ml-auto text-text-3">Their stroke, then yours</span>
      </figcaption>
    </figure>
  )
}

function Slice({ row }: { row: Row }) {
  return WIDTHS.map(({ lane, shown }) => <Drawing key={lane} row={row} lane={lane} className={shown} />)
}

function Drawing({ row, lane, className }: { row: Row; lane: number; className: string }) {
  const mine = row.from === "you"
  const x = (name: Lane): number => LANES.indexOf(name) * lane + lane / 2
  const width = lane * LANES.length
  return (
    <div className={classes("relative h-11", className)}>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${width} ${HEIGHT}`}
        width={width}
        height={HEIGHT}
        className="block overflow-visible"
      >
        <defs>
          <pattern
            id={`rehearsal-hatch-${lane}`}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="6" height="6" className="fill-wait-soft" />
            <rect width="2" height="6" className="fill-wait-mark" />
          </pattern>
        </defs>
        <LaneLine lane={lane} x={x("you")} from={0} to={HEIGHT} state="idle" />
        <LaneLine lane={lane} x={x("lead")} from={0} to={HEIGHT} state="idle" />
        <LaneLine lane={lane} x={x("alice")} from={0} to={MIDDLE} state={row.before} />
        <LaneLine lane={lane} x={x("alice")} from={MIDDLE} to={HEIGHT} state={row.after} />
        {row.sign && (
          <circle cx={x(row.sign.lane)} cy={MIDDLE} r={11} className={mine ? "fill-selected" : "fill-surface"} />
        )}
        {row.from && row.to && (
          <Arrow from={x(row.from)} to={x(row.to)} mine={mine} answer={row.answer} dot={!row.sign} />
        )}
      </svg>
      {row.sign && (
        <span className={classes("absolute top-1/2 -translate-x-1/2 -translate-y-1/2", SIGN_PLACE[row.sign.lane])}>
          {row.sign.icon}
        </span>
      )}
    </div>
  )
}

const SIGN_PLACE: Record<Lane, string> = { you: "left-1/6", lead: "left-1/2", alice: "left-5/6" }

type LaneProps = { lane: number; x: number; from: number; to: number; state: LaneState }

function LaneLine({ lane, x, from, to, state }: LaneProps) {
  if (state === "gone") return null
  if (state === "waiting")
    return <rect x={x - 4} y={from - 0.5} width={8} height={to - from + 1} fill={`url(#rehearsal-hatch-${lane})`} />
  return (
    <line
      x1={x}
      x2={x}
      y1={from}
      y2={to}
      className={state === "working" ? "stroke-work-mark" : "stroke-line-strong"}
      strokeWidth={state === "working" ? 3 : 1}
    />
  )
}

type ArrowProps = { from: number; to: number; mine: boolean; answer?: boolean; dot: boolean }

function Arrow({ from, to, mine, answer, dot }: ArrowProps) {
  const way = to > from ? 1 : -1
  const tip = to - way * 8
  return (
    <>
      <path
        d={`M${from + way * (dot ? 8 : 11)} ${MIDDLE}H${tip - way * 5}`}
        fill="none"
        className={mine ? "stroke-ink" : "stroke-text-2"}
        strokeWidth={mine ? 2 : 1.5}
        strokeDasharray={answer ? "4 3" : undefined}
      />
      <path d={`M${tip} ${MIDDLE}l${-way * 7} -4v8z`} className={mine ? "fill-ink" : "fill-text-2"} />
      {dot && (
        <circle
          cx={from}
          cy={MIDDLE}
          r={4}
          className={classes("stroke-text-2", mine ? "fill-selected" : "fill-surface")}
          strokeWidth={1.5}
        />
      )}
    </>
  )
}
