// Buttons: ink for the main action, a line for the others, quiet in toolbars, red only for what destroys.
import Link from "next/link"
import type { ComponentProps, ReactNode } from "react"
import { classes } from "./classes"
import { Kbd } from "./kbd"
import { Tooltip } from "./tooltip"

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger" | "warn"
export type ButtonSize = "s" | "m" | "l" | "xl"

const VARIANT: Record<ButtonVariant, string> = {
  primary: "border-ink-fill bg-ink-fill text-on-ink enabled-hover:border-ink-hover enabled-hover:bg-ink-hover",
  secondary: "border-line-strong bg-surface text-text enabled-hover:bg-hover",
  quiet: "border-transparent bg-transparent text-text-2 enabled-hover:bg-hover enabled-hover:text-text",
  danger: "border-fail-fill bg-fail-fill text-on-ink enabled-hover:brightness-90",
  warn: "border-fail-line bg-surface text-fail enabled-hover:bg-fail-soft",
}

const SIZE: Record<ButtonSize, string> = {
  s: "hit h-[26px] gap-1.5 rounded-[5px] px-2 text-small",
  m: "h-8 gap-2 rounded-m px-3 text-ui pointer-coarse:h-11",
  l: "h-9 gap-2 rounded-m px-3.5 text-ui pointer-coarse:h-11",
  xl: "h-10 gap-2 rounded-m px-4 text-talk pointer-coarse:h-11",
}

export function buttonClass(variant: ButtonVariant = "secondary", size: ButtonSize = "m", className?: string): string {
  return classes(
    "inline-flex flex-none select-none items-center justify-center border font-medium whitespace-nowrap transition-colors",
    "disabled:opacity-50 aria-disabled:opacity-50",
    VARIANT[variant],
    SIZE[size],
    className,
  )
}

type Look = {
  variant?: ButtonVariant
  size?: ButtonSize
  /** The key that does the same; shown at the end of the button. */
  hint?: string
  /** The action is on its way: the button keeps its size and words and takes no second press. */
  busy?: boolean
  children: ReactNode
}

export function Button({
  variant = "secondary",
  size = "m",
  hint,
  busy,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: Look & ComponentProps<"button">) {
  return (
    <button
      type={type}
      className={buttonClass(variant, size, className)}
      aria-disabled={busy || rest["aria-disabled"]}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {children}
      {hint && <Hint variant={variant}>{hint}</Hint>}
    </button>
  )
}

export function ButtonLink({
  variant = "secondary",
  size = "m",
  hint,
  className,
  children,
  ...rest
}: Omit<Look, "busy"> & ComponentProps<typeof Link>) {
  return (
    <Link className={buttonClass(variant, size, className)} {...rest}>
      {children}
      {hint && <Hint variant={variant}>{hint}</Hint>}
    </Link>
  )
}

/** A square button with nothing but an icon; `label` is what it is called, aloud and on hover. */
export function IconButton({
  label,
  className,
  children,
  type = "button",
  ...rest
}: { label: string; children: ReactNode } & ComponentProps<"button">) {
  return (
    <Tooltip text={label}>
      <button
        type={type}
        aria-label={label}
        className={classes(
          "hit grid size-7 flex-none place-items-center rounded-m text-text-2 transition-colors hover:bg-hover hover:text-text disabled:opacity-50",
          className,
        )}
        {...rest}
      >
        {children}
      </button>
    </Tooltip>
  )
}

function Hint({ variant, children }: { variant: ButtonVariant; children: ReactNode }) {
  return (
    <span aria-hidden="true" className="inline-flex pointer-coarse:hidden">
      <Kbd inverse={variant === "primary" || variant === "danger"}>{children}</Kbd>
    </span>
  )
}
