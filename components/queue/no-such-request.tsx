// The pane for a link that leads to no request.
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"

export function NoSuchRequest() {
  return (
    <div className="grid h-full place-items-center">
      <Empty
        mark={false}
        fact="There is no such request."
        action={<ButtonLink href="/queue">Open the queue</ButtonLink>}
      >
        The link may be cut short, or the team was removed.
      </Empty>
    </div>
  )
}
