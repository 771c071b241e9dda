// The pill over a record that somebody scrolled up: there is something newer below.
import { Icon } from "../ui/icon"

export function NewsPill({ shown, children, onPress }: { shown: boolean; children: string; onPress: () => void }) {
  if (!shown) return null
  return (
    <button
      type="button"
      onClick={onPress}
      className="hit absolute bottom-3 left-1/2 z-10 inline-flex h-7 -translate-x-1/2 items-center gap-2 rounded-full bg-text pr-3 pl-2.5 text-small font-medium text-surface shadow-pop"
    >
      <Icon name="arrow-down" />
      {children}
    </button>
  )
}
