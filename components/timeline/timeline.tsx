// The timeline of a team: what was, what is, and one request's life beside it.
"use client"

import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react"
import { createStore } from "zustand/vanilla"
import { useKeys } from "@/components/shell/use-keys"
import { Button } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import type { Agent } from "@/lib/core/agent"
import { HUMAN, LEAD } from "@/lib/core/ids"
import type { TimelineOverview } from "@/lib/core/page-views"
import type { Request } from "@/lib/core/request"
import { DEFAULT_FILTER, type TimelineFilter } from "@/lib/core/timeline-kind"
import type { TimelinePage } from "@/lib/core/timeline-page"
import { LanesHead } from "./lanes-head"
import { NewsPill } from "./news-pill"
import { OverviewStrip } from "./overview-strip"
import { RequestLife } from "./request-life"
import { type ListHandle, TimelineList } from "./timeline-list"
import { HatchPattern } from "./timeline-slice"
import { type LoadPage, TimelineStore } from "./timeline-store"
import { FIRST_FILTER_ID, TimelineTools } from "./timeline-tools"
import { type SeqRange, useLaneLayout } from "./use-lane-layout"
import { type LoadLife, useLife } from "./use-life"
import { useCoarse, useWidth } from "./use-measures"

type Props = {
  team: string
  page: TimelinePage
  overview: TimelineOverview
  agents: readonly Agent[]
  requests: readonly Request[]
  /** A request the page was opened for. */
  request: string | null
  filter?: TimelineFilter
  loadPage: LoadPage
  loadLife: LoadLife
  /** Hands over the store, so that whoever holds the live line can feed it. */
  onStore?: (store: TimelineStore) => void
}

export function Timeline({
  team,
  page,
  overview,
  agents,
  requests,
  request,
  loadPage,
  loadLife,
  onStore,
  ...given
}: Props) {
  const [filter, setFilter] = useState<TimelineFilter>(given.filter ?? DEFAULT_FILTER)
  const [store] = useState(() => new TimelineStore(page, overview, filter, loadPage))
  const [range] = useState(() => createStore<SeqRange>(() => ({ from: 0, to: 0 })))
  const snapshot = useSyncExternalStore(store.subscribe, store.get, store.get)
  useEffect(() => onStore?.(store), [store, onStore])

  const [selected, setSelected] = useState<string | null>(request)
  const [current, setCurrent] = useState<number | null>(null)
  const [following, setFollowing] = useState(request === null)
  const [seen, setSeen] = useState(0)
  const list = useRef<ListHandle>(null)
  const body = useRef<HTMLDivElement>(null)
  const width = useWidth(body, 1440)
  const rowHeight = useCoarse() ? 44 : 28

  const names = useMemo(
    () => agents.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1)).map((agent) => agent.name),
    [agents],
  )
  const statuses = useMemo(() => new Map(agents.map((agent) => [agent.name, agent.status])), [agents])
  // Below 1024 the request's life lies over the list; there is no room for both.
  const beside = selected !== null && width >= 1024 ? (width >= 1280 ? 340 : 300) : 0
  const { geometry, unfold, setUnfold } = useLaneLayout(store, snapshot.version, range, width - beside, names)
  const life = useLife(store, snapshot.version, selected, loadLife)

  const onRange = useCallback((from: number, to: number) => range.setState({ from, to }), [range])
  const follow = useCallback(
    (now: boolean) => {
      setFollowing(now)
      setSeen(store.get().arrived)
    },
    [store],
  )

  const goTo = async (seq: number) => {
    if (!(await store.goTo(seq))) return
    setFollowing(false)
    const narrow = (body.current?.clientWidth ?? width) < 720
    requestAnimationFrame(() => list.current?.show(seq, narrow ? "upper" : "center"))
  }
  const toEnd = async () => {
    await store.goTo(snapshot.total)
    follow(true)
  }
  const changeFilter = (next: TimelineFilter) => {
    setFilter(next)
    store.setFilter(next)
  }
  const open = useCallback(
    (seq: number) => {
      setCurrent(seq)
      setSelected(store.rows.log.at(seq)?.event.request_id ?? null)
    },
    [store],
  )
  const step = (by: 1 | -1) => {
    const { rows } = store
    const here = current === null ? rows.indexOf(range.getState().to) + (by === 1 ? 0 : 1) : rows.indexOf(current) + by
    const index = Math.min(rows.count - 1, Math.max(0, here))
    if (rows.count === 0) return
    setCurrent(rows.seqAt(index))
    list.current?.show(rows.seqAt(index), "auto", true)
  }

  useKeys({
    j: () => step(1),
    k: () => step(-1),
    arrowdown: (event) => (inList(event) ? step(1) : false),
    arrowup: (event) => (inList(event) ? step(-1) : false),
    enter: (event) => (current !== null && inList(event) ? open(current) : false),
    end: () => void toEnd(),
    "/": () => document.getElementById(FIRST_FILTER_ID)?.focus(),
    escape: () => (selected === null ? false : setSelected(null)),
  })

  // The page was opened for a request: its first event is brought into sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the page opens.
  useEffect(() => {
    const first = request && store.rows.log.entries.find((entry) => entry.event.request_id === request)
    if (first) void goTo(first.event.seq)
  }, [])

  const news = snapshot.arrived - seen
  return (
    <main className="flex min-h-0 flex-1 flex-col bg-surface">
      <h1 className="sr-only">Timeline</h1>
      <HatchPattern height={rowHeight} />
      <TimelineTools
        team={team}
        filter={filter}
        onFilter={changeFilter}
        names={[HUMAN, LEAD, ...names.filter((name) => name !== LEAD)]}
        requests={requests}
        snapshot={snapshot}
        onJump={async (at) => goTo(await store.goToTime(at))}
      />
      <OverviewStrip
        store={store}
        overview={snapshot.overview}
        range={range}
        width={width}
        onJump={(seq, done) => {
          follow(false)
          if (done || (seq >= snapshot.first && seq <= snapshot.last)) void goTo(seq)
        }}
      />
      <div ref={body} className="relative flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <LanesHead
            store={store}
            range={range}
            geometry={geometry}
            statuses={statuses}
            following={following}
            unfold={unfold}
            onUnfold={setUnfold}
          />
          {snapshot.count === 0 && !snapshot.loading ? (
            <Empty
              fact="Nothing here fits the filter."
              className="pt-16"
              action={snapshot.total > 0 && <Button onClick={() => changeFilter(EVERYTHING)}>Show every event</Button>}
            >
              {snapshot.total === 0
                ? "The first event appears as soon as somebody does something."
                : "Take a part of it back to see more."}
            </Empty>
          ) : (
            <TimelineList
              store={store}
              snapshot={snapshot}
              geometry={geometry}
              rowHeight={rowHeight}
              layout={width < 720 ? "narrow" : width < 1680 ? "lanes" : "wide"}
              selectedRequest={selected}
              current={current}
              onOpen={open}
              following={following}
              onFollowing={follow}
              onRange={onRange}
              handle={list}
            >
              <NewsPill news={following ? 0 : news} away={!store.atEnd} onPress={() => void toEnd()} />
            </TimelineList>
          )}
        </div>
        {selected !== null && (
          <RequestLife
            team={team}
            requestId={selected}
            life={life}
            onClose={() => setSelected(null)}
            onlyIts={filter.request === selected}
            onOnlyIts={(only) => changeFilter({ ...filter, request: only ? selected : null, protocol: null })}
            onStep={(seq) => {
              setCurrent(seq)
              void goTo(seq)
            }}
          />
        )}
      </div>
    </main>
  )
}

const EVERYTHING: TimelineFilter = { ...DEFAULT_FILTER, kinds: "all" }

const inList = (event: KeyboardEvent): boolean =>
  event.target instanceof Element && event.target.closest('[aria-label="Events"]') !== null
