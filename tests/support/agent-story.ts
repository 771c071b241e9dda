// The words in which tests about agents are told: spawn, wait until idle, read the timeline.
import path from "node:path"
import type { Event } from "@/lib/core/event"
import type { Request } from "@/lib/core/request"
import { spawnTeammate } from "@/lib/server/agents/spawn-teammate"
import { getTeamView } from "@/lib/server/queries/get-team-view"
import type { Script } from "./messages-api"
import { say } from "./messages-api-reply"
import type { ScriptedRuntime } from "./scripted-runtime"
import { allEvents, waitForEvent } from "./test-runtime"

export const quiet: Script = () => say("Noted.")

export const plan = (title: string, files: string[], commands: string[] = []) => ({
  title,
  plan: `1. ${title}`,
  files,
  commands,
  risk: "low",
})

export function storyOf(current: () => ScriptedRuntime) {
  const story = {
    until: (what: string, fits: (event: Event) => boolean, within?: number) =>
      waitForEvent(current().runtime, current().team.id, what, fits, within),
    events: async (type?: string): Promise<Event[]> => {
      const all = await allEvents(current().runtime, current().team.id)
      return type === undefined ? all : all.filter((event) => event.type === type)
    },
    view: () => getTeamView(current().runtime, current().team.id),
    agent: async (name: string) => {
      const found = (await story.view()).agents.find((agent) => agent.name === name)
      if (!found) throw new Error(`there is no ${name}`)
      return found
    },
    spawn: (name: string, prompt = "Begin.", plan_required = true) =>
      spawnTeammate(
        current().runtime,
        current().team.id,
        { name, role: "engineer", prompt, plan_required },
        "human:dana",
      ),
    pending: async (sender: string, revision = 1): Promise<Request> => {
      const opened = await story.until(`${sender} submits revision ${revision}`, (event) => {
        const request = event.data.request as Request | undefined
        return event.type === "request.opened" && request?.sender === sender && request.revision === revision
      })
      return opened.data.request as Request
    },
    status: (name: string, status: string, within?: number) =>
      story.until(
        `${name} is ${status}`,
        (event) => event.agent === name && event.type === "agent.status_changed" && event.data.status === status,
        within,
      ),
    gone: (name: string, within?: number) =>
      story.until(`${name} is gone`, (event) => event.agent === name && event.type === "agent.terminated", within),
    idle: (name: string) => story.status(name, "idle"),
    file: (name: string) => path.join(current().team.workspace, name),
  }
  return story
}
