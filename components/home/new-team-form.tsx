// The form for a new team; what the server does not accept is said at the field it concerns.
"use client"

import { useRouter } from "next/navigation"
import { type FormEvent, useRef, useState } from "react"
import { Banner } from "@/components/ui/banner"
import { Button, ButtonLink } from "@/components/ui/button"
import { CheckField, Field, SelectField, TextArea, useFocusOnError } from "@/components/ui/field"
import { MachineField, machineOf } from "@/components/ui/machine-field"
import { createTeamAction } from "@/lib/actions/create-team"
import { callAction } from "@/lib/client/call-action"
import { errorsByField, type FieldErrors } from "@/lib/client/field-errors"

const FIELDS = ["name", "workspace", "machine", "instructions", "policy.budget_usd"] as const

type Props = { roots: string[]; machines: string[]; machine: string | null; mayCreate: boolean; sandbox: boolean }

export function NewTeamForm({ roots, machines, machine, mayCreate, sandbox }: Props) {
  const router = useRouter()
  const [errors, setErrors] = useState<FieldErrors>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useFocusOnError(form, errors)

  const create = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const team = teamOf(new FormData(event.currentTarget))
    if (Number.isNaN(team.policy?.budget_usd)) return setErrors({ "policy.budget_usd": "This is not a number." })
    setBusy(true)
    const answer = await callAction(createTeamAction, team)
    if (answer.ok) return router.push(`/teams/${answer.value.id}`)
    setBusy(false)
    setErrors(errorsByField(FIELDS, answer.error.message))
  }

  return (
    <main className="min-h-0 flex-1 overflow-y-auto bg-surface">
      <form
        ref={form}
        onSubmit={(event) => void create(event)}
        noValidate
        className="mx-auto grid w-full max-w-[600px] gap-5 px-4 py-6 md:px-0 md:py-8"
      >
        <div>
          <h1 className="text-title font-semibold">Create a team</h1>
          <p className="mt-1 text-text-2">
            A team is a lead, the teammates it brings in, one workspace and one policy.
          </p>
        </div>
        {!mayCreate && <Banner framed fact="Only an operator can create a team." icon={null} />}
        <Field label="Name" name="name" placeholder="ledger-api" autoFocus autoComplete="off" error={errors.name} />
        <Field
          label="Workspace"
          name="workspace"
          placeholder="A new folder of its own"
          autoComplete="off"
          spellCheck={false}
          error={errors.workspace}
          hint={
            <>
              A folder under <code>{roots.join(", ")}</code>.{" "}
              {sandbox
                ? "Its agents see and change nothing outside of it."
                : "This machine has no sandbox: a command can reach beyond it."}
            </>
          }
        />
        {machines.some((name) => name !== machine) && (
          <MachineField
            machines={machines}
            present={machine}
            error={errors.machine}
            hint="Its agents run there and nowhere else: where its workspace is."
          />
        )}
        <TextArea
          label="Words for the lead"
          name="instructions"
          rows={4}
          error={errors.instructions}
          hint="What the team is for and how it should work. The lead reads them before everything else."
        />
        <fieldset className="grid gap-4 border-t border-line pt-4">
          <legend className="sr-only">Policy</legend>
          <p className="font-medium" aria-hidden="true">
            Policy
          </p>
          <div className="grid gap-4 md:grid-cols-2">
            <SelectField label="Low-risk plans are decided by" name="low" defaultValue="human">
              <option value="human">a person</option>
              <option value="lead">the lead</option>
            </SelectField>
            <SelectField label="Medium-risk plans are decided by" name="medium" defaultValue="human">
              <option value="human">a person</option>
              <option value="lead">the lead</option>
            </SelectField>
          </div>
          <p className="text-small text-text-3">
            High-risk plans always go to a person. Nothing is ever approved by time.
          </p>
          <Field
            label="Budget in US dollars"
            name="budget_usd"
            inputMode="decimal"
            placeholder="None"
            className="md:w-1/2 md:pr-2"
            error={errors["policy.budget_usd"]}
            hint="When it is spent, the team pauses until you raise it."
          />
          <CheckField
            label="Commands may use the network"
            name="network"
            hint={
              sandbox
                ? "Otherwise they reach nothing but their workspace."
                : "This machine has no sandbox: commands reach the network either way."
            }
          />
        </fieldset>
        {errors.form && <Banner framed urgent tone="fail" fact={errors.form} />}
        <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-4">
          <ButtonLink href="/" size="l">
            Cancel
          </ButtonLink>
          <Button type="submit" variant="primary" size="l" busy={busy} disabled={!mayCreate}>
            Create the team
          </Button>
        </div>
      </form>
    </main>
  )
}

/** As it was typed: the server says what it does not accept. */
function teamOf(form: FormData): Parameters<typeof createTeamAction>[0] {
  const text = (name: string) => String(form.get(name) ?? "").trim()
  const decider = (name: string) => (text(name) === "lead" ? "lead" : "human")
  const budget = text("budget_usd").replace(/^\$/, "")
  return {
    name: text("name"),
    workspace: text("workspace") || undefined,
    machine: machineOf(form),
    instructions: text("instructions"),
    policy: {
      decide: { low: decider("low"), medium: decider("medium") },
      network: form.get("network") === "on",
      ...(budget === "" ? {} : { budget_usd: Number(budget) }),
    },
  }
}
