// From an endpoint to what a route file exports: every method answers, the ones that do not exist with 405.
import "server-only"
import { methodNotAllowed } from "./error-answer"
import { METHODS, type Method } from "./methods"
import { type Route, route, runRoute } from "./route"

/** One path of the API, in OpenAPI's writing, with its calls. */
export type Endpoint = { path: string; calls: Partial<Record<Exclude<Method, "HEAD">, Route>> }

export const endpoint = (path: string, calls: Endpoint["calls"]): Endpoint => ({ path, calls })

type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string | string[] | undefined>> },
) => Promise<Response>

export function serve({ calls }: Endpoint): Record<Method, Handler> {
  const allowed = Object.keys(calls).flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))
  const asked = new Set(Object.values(calls).map((one) => one.access))
  // Whoever may use this address at all is told what it offers.
  const access = asked.size === 1 ? [...asked][0]! : "read"
  const refused = (method: Method) =>
    route({ access, summary: "", handler: async () => methodNotAllowed(method, allowed) })

  const handlerOf = (method: Method): Handler => {
    const one = calls[method === "HEAD" ? "GET" : (method as keyof Endpoint["calls"])] ?? refused(method)
    return async (request, context) => {
      const answer = await runRoute(one, request, await plainParams(context.params))
      return method === "HEAD" ? withoutBody(answer) : answer
    }
  }
  return Object.fromEntries(METHODS.map((method) => [method, handlerOf(method)])) as Record<Method, Handler>
}

/** A name from the path goes into queries and sentences: only what can be a name or an id gets through. */
const PATH_WORD = /^[A-Za-z0-9_-]{1,100}$/

async function plainParams(
  params: Promise<Record<string, string | string[] | undefined>>,
): Promise<Record<string, string> | null> {
  const entries = Object.entries((await params) ?? {}).map(([name, value]) => [name, String(value)] as const)
  return entries.every(([, value]) => PATH_WORD.test(value)) ? Object.fromEntries(entries) : null
}

/** HEAD of a stream must not leave the stream open behind it. */
async function withoutBody(answer: Response): Promise<Response> {
  await answer.body?.cancel()
  return new Response(null, { status: answer.status, headers: answer.headers })
}
