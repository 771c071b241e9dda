// Reads server-sent events from text as it arrives, in whatever pieces it arrives.

export type SseFrame = { event: string; id: string | null; data: string }

/** Feeds chunks in; gives back the frames they complete, and whether anything at all was said (comments keep a line alive). */
export function createFrameReader(): (chunk: string) => SseFrame[] {
  let rest = ""
  let frame: { event: string; id: string | null; data: string[] } = { event: "message", id: null, data: [] }
  return (chunk) => {
    const lines = (rest + chunk).split(/\r\n|\n|\r/)
    rest = lines.pop() ?? ""
    // A chunk may end between \r and \n; the \n would then count as an empty line of its own.
    if (chunk.endsWith("\r")) {
      rest = `${lines.pop() ?? ""}\r`
    }
    const done: SseFrame[] = []
    for (const line of lines) {
      if (line === "") {
        if (frame.data.length > 0) done.push({ ...frame, data: frame.data.join("\n") })
        frame = { event: "message", id: null, data: [] }
        continue
      }
      const colon = line.indexOf(":")
      if (colon === 0) continue
      const field = colon < 0 ? line : line.slice(0, colon)
      const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "")
      if (field === "data") frame.data.push(value)
      else if (field === "event") frame.event = value
      else if (field === "id") frame.id = value
    }
    return done
  }
}
