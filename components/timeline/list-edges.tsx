// The lines above the first and below the last row: where the history begins, that more is being read, that it follows.
import type { ReactNode } from "react"
import type { TimelineSnapshot, TimelineStore } from "./timeline-store"

export function ListHead({ snapshot, onRetry }: { snapshot: TimelineSnapshot; onRetry: () => void }) {
  return (
    <p className="flex h-7 items-center gap-2 pl-4 text-small text-text-3">
      {snapshot.first <= 1 ? (
        "The team begins here"
      ) : snapshot.failed ? (
        <Failed what="Earlier" onRetry={onRetry} />
      ) : (
        "Reading earlier events"
      )}
    </p>
  )
}

type FootProps = { store: TimelineStore; snapshot: TimelineSnapshot; following: boolean }

export function ListFoot({ store, snapshot, following }: FootProps) {
  return (
    <p className="absolute bottom-0 left-0 flex h-[30px] items-center gap-2 pl-4 text-small text-text-3">
      {store.atEnd ? (
        <>
          <span aria-hidden="true" className={`size-[7px] rounded-full ${following ? "bg-work-mark" : "bg-control"}`} />
          {following ? "Following the newest event" : "The newest event"}
        </>
      ) : snapshot.failed ? (
        <Failed what="Later" onRetry={() => void store.loadNewer()} />
      ) : (
        "Reading later events"
      )}
    </p>
  )
}

function Failed({ what, onRetry }: { what: string; onRetry: () => void }): ReactNode {
  return (
    <>
      {what} events could not be read.
      <button type="button" className="hit font-medium text-ink" onClick={onRetry}>
        Try again
      </button>
    </>
  )
}
