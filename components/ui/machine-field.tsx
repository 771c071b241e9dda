// The choice of a machine: any, or one by its name; not shown where there is nothing to choose.
"use client"

import type { ReactNode } from "react"
import { SelectField } from "./field"

type Props = { machines: readonly string[]; present: string | null; hint: ReactNode; error?: string | null }

export function MachineField({ machines, present, hint, error }: Props) {
  const names = [...new Set([...machines, ...(present === null ? [] : [present])])].sort()
  if (names.length === 0) return null
  return (
    <SelectField label="Machine" name="machine" defaultValue={present ?? ""} hint={hint} error={error}>
      <option value="">Any: all of them see the workspace</option>
      {names.map((name) => (
        <option key={name} value={name}>
          {machines.includes(name) ? name : `${name} (no process runs there)`}
        </option>
      ))}
    </SelectField>
  )
}

/** What was chosen; undefined where there was nothing to choose. */
export const machineOf = (form: FormData): string | null | undefined => {
  const chosen = form.get("machine")
  return chosen === null ? undefined : String(chosen) || null
}
