// Scrolled up: how many events came meanwhile, and the way to them. The list itself does not move.
import { Icon } from "@/components/ui/icon"

type Props = {
  news: number
  /** The stretch on the page does not reach the newest event. */
  away: boolean
  onPress: () => void
}

export function NewsPill({ news, away, onPress }: Props) {
  if (news <= 0 && !away) return null
  return (
    <button
      type="button"
      onClick={onPress}
      className="hit absolute bottom-3 left-1/2 z-10 inline-flex h-7 -translate-x-1/2 items-center gap-2 rounded-full bg-text pr-3 pl-2.5 text-small font-medium text-surface shadow-pop"
    >
      <Icon name="arrow-down" />
      {news > 0 ? `${news.toLocaleString("en-GB")} new event${news === 1 ? "" : "s"}` : "To the newest event"}
    </button>
  )
}
