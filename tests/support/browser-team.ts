// A team as a browser test drives it from outside: who is spawned, what they will say, what waits, what is on disk.
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Agent } from "@/lib/core/agent"
import type { Event } from "@/lib/core/event"
import type { Request } from "@/lib/core/request"
import type { MessagesApi, RecordedCall, Script } from "./messages-api"
import type { MessagesRequest } from "./messages-api-request"
import type { ServerProcess } from "./server-process"

export type Team = { id: string; name: string; workspace: string }
type View = { agents: Agent[]; requests: Request[] }
type Newcomer = { role?: string; prompt?: string; plan_required?: boolean }

export class TeamOnStage {
  constructor(
    private readonly server: ServerProcess,
    private readonly team: Team,
    private readonly model: MessagesApi,
    /** From now on these scripts answer for the agents of this team. */
    readonly play: (scripts: Record<string, Script>) => void,
  ) {}

  get id(): string {
    return this.team.id
  }
  get name(): string {
    return this.team.name
  }
  get path(): string {
    return `/teams/${this.id}`
  }

  async spawn(name: string, { role = "engineer", prompt = "Begin.", plan_required = true }: Newcomer = {}) {
    const { status, body } = await this.server.api.post(`/api${this.path}/agents`, {
      name,
      role,
      prompt,
      plan_required,
    })
    if (status !== 201) throw new Error(`${name} was not spawned: ${JSON.stringify(body)}`)
  }

  get workspace(): string {
    return this.team.workspace
  }

  /** The plan of this agent that waits now. */
  pending(sender: string, revision = 1, fits: (request: Request) => boolean = () => true): Promise<Request> {
    return this.server.api.until<View, Request | undefined>(
      `revision ${revision} of ${sender} waits`,
      `/api${this.path}`,
      (view) =>
        view.requests.find(
          (request) =>
            request.status === "pending" && request.sender === sender && request.revision === revision && fits(request),
        ),
      30_000,
    )
  }

  agent(name: string, fits: (agent: Agent) => boolean = () => true, within = 30_000): Promise<Agent> {
    return this.server.api.until<View, Agent | undefined>(
      `${name} is as expected`,
      `/api${this.path}`,
      (view) => view.agents.find((agent) => agent.name === name && fits(agent)),
      within,
    )
  }

  async events(): Promise<Event[]> {
    return (await this.server.api.get<{ events: Event[] }>(`/api${this.path}/events?limit=1000`)).body.events
  }

  /** Decided elsewhere, by the operator over HTTP. */
  approve({ request_id, payload_sha256 }: Request) {
    return this.server.api.post(`/api/requests/${request_id}/decision`, { approve: true, payload_sha256 })
  }
  reject({ request_id, payload_sha256 }: Request, feedback: string, comments: { line: number; text: string }[] = []) {
    const said = { approve: false, payload_sha256, feedback, comments }
    return this.server.api.post(`/api/requests/${request_id}/decision`, said)
  }

  shutdown(name: string, body: { reason?: string; force?: boolean } = {}) {
    return this.server.api.post(`/api${this.path}/agents/${name}/shutdown`, body)
  }

  say(content: string, to = "lead") {
    return this.server.api.post(`/api${this.path}/messages`, { to, content })
  }

  calls(agent: string): RecordedCall[] {
    return this.model.callsOf(`${this.id}:${agent}`)
  }
  nextCall(agent: string, n: number): Promise<RecordedCall> {
    return this.model.waitForCall(`${this.id}:${agent}`, n)
  }

  read(file: string): Promise<string> {
    return readFile(join(this.workspace, file), "utf8")
  }

  /** The file that commands of a test wait for. */
  letGo(): Promise<void> {
    return writeFile(join(this.workspace, "go"), "")
  }

  async disband(): Promise<void> {
    const { body } = await this.server.api.get<View>(`/api${this.path}`)
    for (const agent of body.agents)
      if (agent.name !== "lead" && agent.status !== "shutdown") await this.shutdown(agent.name, { force: true })
  }
}

/** Everything the model was shown, as text. */
export const shownTo = ({ request }: { request: MessagesRequest }): string => JSON.stringify(request.messages)

/** The id of the shutdown request this agent was asked by, read as the model reads it. */
export const askedBy = (request: MessagesRequest): string =>
  /type=\\"shutdown_request\\" request_id=\\"(req_[a-z0-9]+)/.exec(JSON.stringify(request.messages))?.[1] ?? ""
