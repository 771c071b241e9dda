// A request's JSON body, counted and timed while it is read.
import "server-only"
import { AppError } from "@/lib/core/errors"
import { assertStorable } from "./clean-text"

export const MAX_BODY_BYTES = 1024 * 1024
export const MAX_BODY_MS = 10_000

/** An absent body is an empty object: which calls need more, their schemas say. */
export async function readJson(
  request: Request,
  limits = { bytes: MAX_BODY_BYTES, ms: MAX_BODY_MS },
): Promise<unknown> {
  const type = request.headers.get("content-type")
  if (type !== null && !/^application\/json\s*(;.*)?$/i.test(type)) throw wrongType()
  const bytes = await readBytes(request, limits)
  if (bytes.length === 0) return {}
  if (type === null) throw wrongType()
  const value = parse(bytes)
  assertStorable(value)
  return value
}

const wrongType = () => new AppError("wrong_content_type", "Send the body as application/json.")
const tooLarge = (bytes: number) =>
  new AppError("too_large", `The body is larger than ${Math.floor(bytes / 1024)} KiB.`)

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))
  } catch (error) {
    throw new AppError("invalid", "The body is not valid JSON in UTF-8.", { cause: error })
  }
}

async function readBytes(request: Request, limits: { bytes: number; ms: number }): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > limits.bytes) throw tooLarge(limits.bytes)
  if (!request.body) return new Uint8Array()
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  let timer: NodeJS.Timeout | undefined
  const tooSlow = new Promise<never>((_, reject) => {
    const late = () => reject(new AppError("timeout", `The body did not arrive within ${limits.ms / 1_000} seconds.`))
    timer = setTimeout(late, limits.ms)
  })
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), tooSlow])
      if (done) return Buffer.concat(chunks)
      size += value.length
      if (size > limits.bytes) throw tooLarge(limits.bytes)
      chunks.push(value)
    }
  } catch (error) {
    void reader.cancel().catch(() => {})
    if (error instanceof AppError) throw error
    throw new AppError("invalid", "The body broke off before its end.", { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
