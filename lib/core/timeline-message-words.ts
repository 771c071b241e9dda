// Sentences for letters: talk between agents and people, and the quiet carriers of requests and answers.
import { protocolOfMessage } from "./protocols"
import { dataOf } from "./timeline-data"
import type { TimelineEvent } from "./timeline-event"
import { actor, agent, quoted, say, type Words } from "./timeline-words"

export function messageWords(event: TimelineEvent, kept: boolean): Words {
  return event.type === "message.sent" ? sentWords(event, kept) : deliveredWords(event)
}

function sentWords(event: TimelineEvent, kept: boolean): Words {
  const { from = "system", to = "", message_type = "message", preview = "", by } = dataOf(event, "message.sent")
  const sender = actor(by ?? from)
  const receiver = agent(to)
  const words = quoted(": ", preview)
  switch (message_type) {
    case "message":
      return say`${sender} to ${receiver}${kept ? ", kept until the decision" : ""}${words}`
    case "broadcast":
      return say`${sender} to all, ${receiver} too${words}`
    case "result":
      return say`${sender} reports to ${receiver}${words}`
    case "idle_notification":
      return say`${sender} tells ${receiver} that it is idle`
    case "teammate_terminated":
      return say`${receiver} is told that an agent left`
    case "task_assigned":
      return say`${sender} gave ${receiver} work${words}`
    default: {
      const spoken = protocolOfMessage(message_type)
      const what = spoken
        ? `${spoken.protocol.label} ${spoken.kind === "request" ? "request" : "answer"}`
        : message_type.replaceAll("_", " ")
      return say`${sender} sent ${receiver} the ${what}`
    }
  }
}

function deliveredWords(event: TimelineEvent): Words {
  const { from = "system", turn } = dataOf(event, "message.delivered")
  const receiver = agent(event.agent ?? "")
  return say`${receiver} read ${actor(from)}’s message${turn ? ` in turn ${turn}` : ""}`
}
