// PostgreSQL's wire protocol, as far as prepared statements need it: messages to the embedded engine as bytes, and what it answers.
import "server-only"

export type Cell = string | null
export type Field = { name: string; dataTypeID: number }
/** What one execution gave: its rows as text, and the tag it ended with (`UPDATE 1`). */
export type Result = { rows: Cell[][]; tag: string }
export type Reply = { results: Result[]; parameters: number[]; fields: Field[]; error: Error | null }

/** What the engine refused, with its SQLSTATE; the values it stumbled over stay out of it. */
class DatabaseFailure extends Error {
  override name = "DatabaseFailure"
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

const HEAD = 5

/** A message of this type with room for so many bytes behind its head. */
function message(type: string, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD + size)
  bytes[0] = type.charCodeAt(0)
  bytes.writeInt32BE(4 + size, 1)
  return bytes
}

/** Texts that each end in a zero, and what stands behind them. */
function ofTexts(type: string, texts: readonly string[], tail: readonly number[] = []): Buffer {
  const body = Buffer.concat([...texts.map((text) => Buffer.from(`${text}\0`)), Buffer.from(tail)])
  const bytes = message(type, body.length)
  body.copy(bytes, HEAD)
  return bytes
}

const SYNC = message("S", 0)
/** The unnamed portal, all of its rows. */
const EXECUTE = ofTexts("E", [""], [0, 0, 0, 0])

export const withSync = (parts: readonly Buffer[]): Buffer => Buffer.concat([...parts, SYNC])

export const parseStatement = (name: string, text: string): Buffer => ofTexts("P", [name, text], [0, 0])

/** Has it parsed, and asks what it takes and gives. */
export const prepareStatement = (name: string, text: string): Buffer =>
  withSync([parseStatement(name, text), ofTexts("D", [`S${name}`])])

/** Binds the values, as text, to a prepared statement and executes it. */
export function bindAndExecute(statement: string, values: readonly Cell[]): Buffer {
  const sizes = values.map((value) => (value === null ? 0 : Buffer.byteLength(value)))
  const nameSize = Buffer.byteLength(statement)
  const bytes = message("B", 1 + nameSize + 1 + 2 + 2 + sizes.reduce((sum, size) => sum + 4 + size, 0) + 2)
  let at = HEAD
  bytes[at++] = 0
  at += bytes.write(statement, at)
  bytes[at++] = 0
  at = bytes.writeInt16BE(0, at)
  at = bytes.writeUInt16BE(values.length, at)
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as Cell
    at = bytes.writeInt32BE(value === null ? -1 : sizes[index]!, at)
    if (value !== null) at += bytes.write(value, at)
  }
  bytes.writeInt16BE(0, at)
  return Buffer.concat([bytes, EXECUTE])
}

const code = (letter: string): number => letter.charCodeAt(0)
const DATA_ROW = code("D")
const COMMAND_COMPLETE = code("C")
const ERROR = code("E")
const PARAMETERS = code("t")
const FIELDS = code("T")

/** Everything the engine said to one message of ours; after an error it has skipped the rest. */
export function readReply(bytes: Buffer): Reply {
  const reply: Reply = { results: [], parameters: [], fields: [], error: null }
  let rows: Cell[][] = []
  for (let at = 0; at < bytes.length; ) {
    const type = bytes[at]!
    const end = at + 1 + bytes.readInt32BE(at + 1)
    const body = at + HEAD
    if (type === DATA_ROW) rows.push(readRow(bytes, body))
    else if (type === COMMAND_COMPLETE) {
      reply.results.push({ rows, tag: bytes.toString("latin1", body, end - 1) })
      rows = []
    } else if (type === ERROR) reply.error ??= readError(bytes, body)
    else if (type === PARAMETERS) reply.parameters = readParameters(bytes, body)
    else if (type === FIELDS) reply.fields = readFields(bytes, body)
    at = end
  }
  return reply
}

function readRow(bytes: Buffer, from: number): Cell[] {
  const count = bytes.readUInt16BE(from)
  const row: Cell[] = new Array(count)
  let at = from + 2
  for (let index = 0; index < count; index++) {
    const size = bytes.readInt32BE(at)
    at += 4
    if (size < 0) row[index] = null
    else {
      row[index] = bytes.toString("utf8", at, at + size)
      at += size
    }
  }
  return row
}

function readText(bytes: Buffer, at: number): { text: string; next: number } {
  const end = bytes.indexOf(0, at)
  return { text: bytes.toString("utf8", at, end), next: end + 1 }
}

function readError(bytes: Buffer, from: number): DatabaseFailure {
  const parts = new Map<string, string>()
  for (let at = from; bytes[at] !== 0; ) {
    const { text, next } = readText(bytes, at + 1)
    parts.set(String.fromCharCode(bytes[at]!), text)
    at = next
  }
  return new DatabaseFailure(parts.get("C") ?? "XX000", parts.get("M") ?? "unknown failure")
}

const readParameters = (bytes: Buffer, from: number): number[] =>
  Array.from({ length: bytes.readInt16BE(from) }, (_, index) => bytes.readInt32BE(from + 2 + index * 4))

function readFields(bytes: Buffer, from: number): Field[] {
  let at = from + 2
  return Array.from({ length: bytes.readInt16BE(from) }, () => {
    const { text: name, next } = readText(bytes, at)
    // Behind the name: table (4), column (2), type (4), size (2), modifier (4), format (2).
    at = next + 18
    return { name, dataTypeID: bytes.readInt32BE(next + 6) }
  })
}
