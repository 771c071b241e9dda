// The policy as sentences one can change; nothing is saved before the button says so.
"use client"

import { useRouter } from "next/navigation"
import { type FormEvent, useRef, useState } from "react"
import { Banner } from "@/components/ui/banner"
import { Button } from "@/components/ui/button"
import { CheckField, Field, SelectField, useFocusOnError } from "@/components/ui/field"
import { MachineField, machineOf } from "@/components/ui/machine-field"
import { ClockTime } from "@/components/ui/time"
import { updateTeamAction } from "@/lib/actions/update-team"
import { callAction } from "@/lib/client/call-action"
import { errorsByField, type FieldErrors } from "@/lib/client/field-errors"
import type { Team } from "@/lib/core/team"
import { deadlineOf, numberErrors, POLICY_FIELDS, policyOf } from "./policy-values"
import { Section } from "./section"
import { TeamPause } from "./team-pause"

type Props = { team: Team; sandbox: boolean; machines: string[]; mayChange: boolean }

export function PolicyForm({ team, sandbox, machines, mayChange }: Props) {
  const router = useRouter()
  const { policy } = team
  const deadline = deadlineOf(policy.deadline_seconds)
  const [errors, setErrors] = useState<FieldErrors>({})
  const form = useRef<HTMLFormElement>(null)
  useFocusOnError(form, errors)
  const [state, setState] = useState<{ busy: boolean; savedAt: string | null; changed: boolean }>({
    busy: false,
    savedAt: null,
    changed: false,
  })

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const wrong = numberErrors(given)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    setState((before) => ({ ...before, busy: true }))
    const answer = await callAction(updateTeamAction, {
      team: team.id,
      policy: policyOf(given),
      machine: machineOf(given),
    })
    if (!answer.ok) {
      setState((before) => ({ ...before, busy: false }))
      return setErrors(errorsByField([...POLICY_FIELDS, "machine"], answer.error.message))
    }
    setState({ busy: false, savedAt: new Date().toISOString(), changed: false })
    router.refresh()
  }

  return (
    <main className="min-h-0 flex-1 overflow-y-auto bg-surface">
      <div className="mx-auto w-full max-w-[760px] px-4 pb-12 md:px-8">
        <header className="pt-6 pb-2">
          <h1 className="text-title font-semibold">Policy of {team.name}</h1>
          <p className="mt-1 text-text-2">
            A change holds from the next plan on and stands on the timeline. High risk always goes to a person; nothing
            is ever approved by time.
          </p>
        </header>
        {!mayChange && <Banner framed icon={null} fact="Only an operator can change the policy." />}
        <TeamPause team={team} mayChange={mayChange} />
        <form
          ref={form}
          onSubmit={(event) => void save(event)}
          onChange={() => setState((before) => ({ ...before, changed: true, savedAt: null }))}
          noValidate
        >
          <fieldset disabled={!mayChange} className="min-w-0">
            <legend className="sr-only">Policy</legend>
            <Section
              title="Who decides"
              about="By effective risk: the higher of what the teammate claims and what the server computes."
            >
              <SelectField label="Low risk" name="low" defaultValue={policy.decide.low}>
                <option value="human">A person decides</option>
                <option value="lead">The lead decides</option>
              </SelectField>
              <SelectField label="Medium risk" name="medium" defaultValue={policy.decide.medium}>
                <option value="human">A person decides</option>
                <option value="lead">The lead decides</option>
              </SelectField>
              <Field label="High risk" value="A person decides, always" readOnly disabled />
              <Field
                label="Approvals needed"
                name="approvals"
                type="number"
                min={1}
                max={20}
                defaultValue={policy.approvals}
                error={errors["policy.approvals"]}
                hint="Of different people. One rejection ends it."
              />
            </Section>
            <Section
              title="When nobody answers"
              about="A plan that is not answered waits. It is never approved by time."
            >
              <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-2">
                <Field
                  label="After"
                  name="deadline"
                  inputMode="numeric"
                  placeholder="Never"
                  defaultValue={deadline.amount}
                  error={errors["policy.deadline_seconds"]}
                />
                <SelectField label="Unit" name="unit" defaultValue={deadline.unit}>
                  <option value="60">minutes</option>
                  <option value="3600">hours</option>
                  <option value="86400">days</option>
                  <option value="1">seconds</option>
                </SelectField>
              </div>
              <SelectField label="Then" name="on_deadline" defaultValue={policy.on_deadline}>
                <option value="stay">It goes on waiting</option>
                <option value="remind">You are reminded</option>
                <option value="reject">It is rejected as expired</option>
              </SelectField>
            </Section>
            <Section title="What agents may do" wide>
              <CheckField
                label="The lead may change things itself"
                name="lead_may_change"
                defaultChecked={policy.lead_may_change}
                hint="Without a plan. Otherwise the lead coordinates and changes nothing."
              />
              <CheckField
                label="The lead may bring in teammates without a gate"
                name="allow_ungated"
                defaultChecked={policy.allow_ungated}
                hint="Such a teammate writes and runs commands without asking anybody."
              />
              <CheckField
                label="Commands may use the network"
                name="network"
                defaultChecked={policy.network}
                hint={
                  sandbox
                    ? "Otherwise the sandbox lets nothing in or out."
                    : "This machine has no sandbox: commands reach the network either way."
                }
              />
            </Section>
            <Section title="Limits" about="At a limit the team pauses: running turns finish, none begins.">
              <Field
                label="Budget in US dollars"
                name="budget_usd"
                inputMode="decimal"
                placeholder="None"
                defaultValue={policy.budget_usd ?? ""}
                error={errors["policy.budget_usd"]}
                hint="For the whole life of the team."
              />
              <Field
                label="Turns without a person"
                name="max_turns_unattended"
                type="number"
                min={1}
                defaultValue={policy.max_turns_unattended}
                error={errors["policy.max_turns_unattended"]}
                hint="Your next message or decision starts the count again."
              />
            </Section>
            {(machines.length > 0 || team.machine !== null) && (
              <Section title="Where it runs" about="Tools run where the workspace is. Only a team at rest can move.">
                <MachineField
                  machines={machines}
                  present={team.machine}
                  error={errors.machine}
                  hint="Bring the workspace there first: nothing is copied."
                />
              </Section>
            )}
            {errors.form && <Banner framed urgent tone="fail" fact={errors.form} />}
            <div className="sticky bottom-0 flex min-h-15 items-center justify-end gap-3 border-t border-line bg-surface">
              <span role="status" className="text-small text-text-2">
                {state.savedAt ? (
                  <>
                    Saved <ClockTime at={state.savedAt} />
                  </>
                ) : (
                  state.changed && "Not saved yet"
                )}
              </span>
              <Button type="submit" variant="primary" size="l" busy={state.busy}>
                Save the policy
              </Button>
            </div>
          </fieldset>
        </form>
      </div>
    </main>
  )
}
