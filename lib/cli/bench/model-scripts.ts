// What the model of the benchmark says: by name, because the process that says it is another one.
export type Heard = { team: string; agent: string; call: number; at: number }
export type Answer = { text: string } | { tool: string; input: unknown }

export const SCRIPTS = {
  /** Each approved teammate submits its next plan, so that any number of decisions can be measured. */
  plans: ({ agent, call }: Heard): Answer =>
    agent === "lead"
      ? { text: "Noted." }
      : {
          tool: "submit_plan",
          input: {
            title: `Step ${call}`,
            plan: `1. Read the notes\n2. Write step ${call}`,
            files: ["notes.md"],
            commands: ["npm test"],
            risk: "low",
          },
        },
  words: (_heard: Heard): Answer => ({ text: "Carried out." }),
}

export type ScriptName = keyof typeof SCRIPTS
