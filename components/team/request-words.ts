// A request in the words of a page, without the protocol table: that one carries a schema library, which pages must not load.
import { planTitle } from "@/lib/core/plan"
import type { Request } from "@/lib/core/request"

/** What a person calls it: its own title, the first words of its plan, or the name of its protocol. */
export function requestTitle(request: Pick<Request, "type" | "payload">): string {
  const { title, plan } = request.payload
  if (typeof plan === "string") return planTitle({ title: typeof title === "string" ? title : "", plan })
  if (typeof title === "string" && title.trim() !== "") return title.trim()
  return request.type === "shutdown" ? "Shut down" : capital(request.type.replaceAll("_", " "))
}

/** The same, and which revision it is from the second on. */
export const titleWithRevision = (request: Request): string =>
  request.revision > 1 ? `${requestTitle(request)}, v${request.revision}` : requestTitle(request)

/** Messages of a protocol are named after it; a test holds the table to that. */
export const requestMessage = (type: string): string => `${type}_request`
export const isRequestMessage = (messageType: string): boolean => messageType.endsWith("_request")
export const isResponseMessage = (messageType: string): boolean => messageType.endsWith("_response")

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
