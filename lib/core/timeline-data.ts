// Reads an event's data as its type says it should be, trusting nothing to be there: old logs are drawn too.
import type { EventData } from "./event-data"
import type { TimelineEvent } from "./timeline-event"

type Loose<T> = T extends readonly (infer Item)[]
  ? readonly Loose<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]?: Loose<T[Key]> }
    : T

/** What the timeline reads beside the declared data, where it is there. */
type Extra = {
  "team.paused": { by?: string }
  "request.decided": { comments?: number }
  "gate.closed": { by?: string }
  "tool.finished": { summary?: string }
}
type ExtraOf<T> = T extends keyof Extra ? Extra[T] : unknown

export type DataOf<T extends keyof EventData> = Loose<EventData[T]> & ExtraOf<T>

export const dataOf = <T extends keyof EventData>(event: TimelineEvent, _type: T): DataOf<T> =>
  event.data as unknown as DataOf<T>
