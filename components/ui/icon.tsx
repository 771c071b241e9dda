// The drawn icons: 16 by 16, strokes of 1.5 in the colour of the text beside them.
import { classes } from "./classes"

const PATHS = {
  search: "M7 2.75a4.25 4.25 0 1 1 0 8.5 4.25 4.25 0 0 1 0-8.5ZM10.2 10.2l3.3 3.3",
  filter: "M2.5 4.5h11M4.5 8h7M6.5 11.5h3",
  "chevron-down": "m4.5 6.5 3.5 3.5 3.5-3.5",
  "chevron-right": "m6.5 4.5 3.5 3.5-3.5 3.5",
  "chevron-left": "M9.5 4.5 6 8l3.5 3.5",
  file: "M4 2.5h5l3 3v8H4zM9 2.5v3h3",
  terminal: "m3 5 3 3-3 3M8 11.5h5",
  undo: "M6 3.5 2.5 7 6 10.5M2.5 7h7a3 3 0 0 1 0 6H7",
  note: "M2.5 3.5h11V11H8l-3 2.5V11H2.5z",
  inbox: "M2.5 9.5 4.5 3h7l2 6.5v4h-11zM2.5 9.5H6l.8 1.5h2.4l.8-1.5h3.5",
  task: "M4.75 2.75h6.5a2 2 0 0 1 2 2v6.5a2 2 0 0 1-2 2h-6.5a2 2 0 0 1-2-2v-6.5a2 2 0 0 1 2-2ZM5.5 8l1.8 1.8 3.2-3.6",
  check: "m3.5 8.5 3 3 6-7",
  close: "m4 4 8 8M12 4l-8 8",
  plus: "M8 3v10M3 8h10",
  clock: "M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11ZM8 5v3.2l2 1.3",
  team: "M6 3a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5ZM1.8 13c.3-2.6 2-4 4.2-4s3.9 1.4 4.2 4M10.5 3.3a2.5 2.5 0 0 1 0 4.4M12 9.4c1.3.6 2 1.8 2.2 3.6",
  person: "M8 2.75a2.75 2.75 0 1 1 0 5.5 2.75 2.75 0 0 1 0-5.5ZM2.9 13.3c.5-2.6 2.5-4 5.1-4s4.6 1.4 5.1 4",
  lanes: "M3.5 2.5v11M12.5 2.5v11M3.5 5.5h9M12.5 10.5h-9M10.8 4l1.7 1.5L10.8 7M5.2 9l-1.7 1.5L5.2 12",
  "arrow-up": "M8 13V3.5M4 7.3 8 3.2l4 4.1",
  "arrow-down": "M8 3v9.5M4 8.7l4 4.1 4-4.1",
  power: "M8 2.5v5M4.8 4.3a5 5 0 1 0 6.4 0",
  block: "M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11ZM4.2 4.2l7.6 7.6",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  link: "M6.5 9.5l3-3M7.5 4.6l1.2-1.2a2.75 2.75 0 0 1 3.9 3.9l-1.2 1.2M8.5 11.4l-1.2 1.2a2.75 2.75 0 0 1-3.9-3.9l1.2-1.2",
  shield: "M8 2.2 3.2 4v3.8c0 3 2 5 4.8 6 2.8-1 4.8-3 4.8-6V4z",
  key: "M5.5 7.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM7.7 8.3l5.3-5.3M10.8 5.2l1.9 1.9",
  "sign-out": "M9.5 2.5h-6v11h6M7 8h6.5M11 5.5 13.5 8 11 10.5",
  bell: "M3.5 11.5c1-1 1.2-2.2 1.2-4.2a3.3 3.3 0 0 1 6.6 0c0 2 .2 3.2 1.2 4.2zM6.8 13.7h2.4",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  folder: "M2.5 4h4l1.2 1.5h5.8v7h-11z",
} as const

const FILLED = {
  play: "M5 3.5v9l7.5-4.5z",
  more: "M3.5 6.9a1.1 1.1 0 1 1 0 2.2 1.1 1.1 0 0 1 0-2.2ZM8 6.9a1.1 1.1 0 1 1 0 2.2 1.1 1.1 0 0 1 0-2.2ZM12.5 6.9a1.1 1.1 0 1 1 0 2.2 1.1 1.1 0 0 1 0-2.2Z",
} as const

export type IconName = keyof typeof PATHS | keyof typeof FILLED

/** Decoration only: the words beside it, or the control's label, say what it means. */
export function Icon({ name, size = 16, className }: { name: IconName; size?: number; className?: string }) {
  const filled = name in FILLED
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill={filled ? "currentColor" : "none"}
      stroke={filled ? "none" : "currentColor"}
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classes("block", className)}
    >
      <path d={filled ? FILLED[name as keyof typeof FILLED] : PATHS[name as keyof typeof PATHS]} />
    </svg>
  )
}
