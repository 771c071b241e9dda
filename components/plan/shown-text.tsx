// Text from outside, as it is shown everywhere: characters that do not show are drawn as marks with their names.
import { splitHidden } from "@/lib/core/plan-hidden-characters"

/** `bdi` keeps directional characters that slip through from reordering what stands beside the text. */
export function ShownText({ text }: { text: string }) {
  const pieces = splitHidden(text)
  if (pieces.length <= 1 && pieces[0]?.kind !== "hidden") return text
  return pieces.map((piece, index) =>
    piece.kind === "text" ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places.
      <bdi key={index}>{piece.text}</bdi>
    ) : (
      <mark
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        key={index}
        title={`Hidden character: ${piece.name}`}
        className="mx-px inline-block rounded-[3px] bg-wait-soft px-[3px] align-baseline font-sans text-[10px] leading-[15px] font-medium tracking-normal text-wait no-underline shadow-[inset_0_0_0_1px_var(--wait-line)]"
      >
        {piece.label}
        <span className="sr-only">, hidden character: {piece.name}</span>
      </mark>
    ),
  )
}
