// An address without a page.
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <Empty heading fact="There is nothing at this address." action={<ButtonLink href="/">All teams</ButtonLink>}>
        It may have been a team, an agent or a request that is not known here.
      </Empty>
    </main>
  )
}
