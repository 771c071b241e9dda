// Form fields: a label, the control, a sentence of help or the reason why the value is not accepted.
"use client"

import { type ComponentProps, type ReactNode, type RefObject, useEffect, useId } from "react"
import { classes } from "./classes"
import { Icon } from "./icon"

const CONTROL =
  "block w-full rounded-m border border-control bg-surface px-2.5 text-ui text-text placeholder:text-text-3 disabled:opacity-60 aria-invalid:border-fail pointer-coarse:text-[16px]"

type Words = { label: ReactNode; hint?: ReactNode; error?: string | null; labelHidden?: boolean; className?: string }

function Frame({
  id,
  label,
  hint,
  error,
  labelHidden,
  className,
  children,
}: Words & { id: string; children: ReactNode }) {
  return (
    <div className={classes("grid content-start gap-1", className)}>
      <label htmlFor={id} className={labelHidden ? "sr-only" : "text-small font-medium text-text-2"}>
        {label}
      </label>
      {children}
      {hint && !error && (
        <p id={`${id}-hint`} className="text-small text-pretty text-text-3">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-small font-medium text-fail">
          {error}
        </p>
      )}
    </div>
  )
}

const described = (id: string, { hint, error }: Words) => (error ? `${id}-error` : hint ? `${id}-hint` : undefined)

export function Field({ label, hint, error, labelHidden, className, ...rest }: Words & ComponentProps<"input">) {
  const made = useId()
  const id = rest.id ?? made
  const words = { label, hint, error, labelHidden, className }
  return (
    <Frame id={id} {...words}>
      <input
        {...rest}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={described(id, words)}
        className={classes(CONTROL, "h-9 pointer-coarse:h-11")}
      />
    </Frame>
  )
}

export function TextArea({ label, hint, error, labelHidden, className, ...rest }: Words & ComponentProps<"textarea">) {
  const made = useId()
  const id = rest.id ?? made
  const words = { label, hint, error, labelHidden, className }
  return (
    <Frame id={id} {...words}>
      <textarea
        rows={3}
        {...rest}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={described(id, words)}
        className={classes(CONTROL, "min-h-[76px] resize-y py-2")}
      />
    </Frame>
  )
}

export function SelectField({
  label,
  hint,
  error,
  labelHidden,
  className,
  children,
  ...rest
}: Words & ComponentProps<"select">) {
  const made = useId()
  const id = rest.id ?? made
  const words = { label, hint, error, labelHidden, className }
  return (
    <Frame id={id} {...words}>
      <span className="relative block">
        <select
          {...rest}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={described(id, words)}
          className={classes(CONTROL, "h-9 appearance-none pr-8 pointer-coarse:h-11")}
        >
          {children}
        </select>
        <Icon
          name="chevron-down"
          className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-text-3"
        />
      </span>
    </Frame>
  )
}

/** A switch in words: the box, what it allows, and what that means. */
export function CheckField({
  label,
  hint,
  className,
  ...rest
}: { label: ReactNode; hint?: ReactNode; className?: string } & ComponentProps<"input">) {
  const made = useId()
  const id = rest.id ?? made
  return (
    <div className={classes("flex items-start gap-2.5", className)}>
      <input
        {...rest}
        id={id}
        type="checkbox"
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="hit mt-[3px] size-3.5 flex-none accent-ink-fill"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-text-2">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}

/** After a refusal the focus goes to the first field that was not accepted. */
export function useFocusOnError(form: RefObject<HTMLElement | null>, errors: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: new errors are the moment.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
}
