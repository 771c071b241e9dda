// The files under the embedded engine: commits that reach the disk, room that is left before it is needed, a log that does not grow for ever.
import "server-only"
import fs from "node:fs"
import type { PGlite } from "@electric-sql/pglite"
import { AppError } from "@/lib/core/errors"

type Stream = { nfd?: number; path?: string }
type StreamOps = {
  fsync?: (stream: Stream) => number
  write: (stream: Stream, ...rest: unknown[]) => number
}
/** The part of PGlite 0.5.16's file layer this leans on; the version is pinned, and every start checks that a commit syncs. */
type FileLayer = { Module: { FS: { lookupPath(path: string): { node: { stream_ops: StreamOps } } } } }

export type FileWatch = {
  syncs: number
  /** Segments of the write-ahead log that were made since the last checkpoint. */
  segments: number
}

/** A new piece of the write-ahead log, 16 MB of zeros at first, is written under this name. */
const NEW_SEGMENT = /\/pg_wal\/xlogtemp/
const LOG = /\/pg_wal\//
const NO_SPACE = "ENOSPC"

/** PGlite's file layer has no fsync of its own: without this one, `fsync=on` would be a word only. */
export function watchFiles(client: PGlite): FileWatch {
  const watch = { syncs: 0, segments: 0 }
  const ops = (client as unknown as FileLayer).Module.FS.lookupPath("/pglite/data").node.stream_ops
  let newest: Stream | null = null
  const write = ops.write.bind(ops)
  ops.fsync = (stream) => {
    if (stream.nfd === undefined) return 0
    // As PostgreSQL does by default: the log's segments have their size from the start, so their times need not be written.
    if (LOG.test(stream.path ?? "")) fs.fdatasyncSync(stream.nfd)
    else fs.fsyncSync(stream.nfd)
    watch.syncs++
    return 0
  }
  ops.write = (stream, ...rest) => {
    if (stream !== newest && NEW_SEGMENT.test(stream.path ?? "")) {
      newest = stream
      watch.segments++
    }
    try {
      return write(stream, ...rest)
    } catch (error) {
      if (LOG.test(stream.path ?? "") && isNoSpace(error)) endNow()
      throw error
    }
  }
  return watch
}

const isNoSpace = (error: unknown): boolean =>
  [(error as { code?: unknown }).code, (error as { errno?: unknown }).errno].some(
    (one) => one === NO_SPACE || one === 51,
  )

/** The engine cannot go on without its log and would spin for ever; what it acknowledged is on the disk. */
function endNow(): never {
  fs.writeSync(
    2,
    "The disk is full and the embedded database cannot write its log: ending now. Nothing that was acknowledged is lost; free some space and start again.\n",
  )
  process.exit(1)
}

const MB = 1024 * 1024
/** Below this nothing new is written: a piece of the log and what belongs to it must always fit. */
const RESERVE_MB = 64
/** Enough to open what is there and to say what is wrong with it. */
const START_MB = 32

const freeMb = (directory: string): number => {
  const { bavail, bsize } = fs.statfsSync(directory)
  return (bavail * bsize) / MB
}

export function roomProblem(directory: string): string | null {
  const free = freeMb(directory)
  if (free >= RESERVE_MB) return null
  return `The disk under ${directory} has ${Math.floor(free)} MB left, and below ${RESERVE_MB} MB nothing is written: free some space.`
}

/** Refused before anything is written, so that a full disk loses nothing and is over as soon as there is space again. */
export function assertRoom(directory: string): void {
  const problem = roomProblem(directory)
  if (problem) throw new AppError("unavailable", problem)
}

export function assertRoomToStart(directory: string): void {
  const free = freeMb(directory)
  if (free >= START_MB) return
  throw new AppError(
    "unavailable",
    `The disk under ${directory} has ${Math.floor(free)} MB left, and a start needs ${START_MB} MB: free some space and start again.`,
  )
}
