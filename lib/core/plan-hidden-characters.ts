// Characters that a reader cannot see or would take for another: found, named and cut out of a text.

export type TextPiece =
  | { kind: "text"; text: string }
  /** `raw` is what stands in the source; `label` is what a page shows in its place; `name` says it in words. */
  | { kind: "hidden"; raw: string; label: string; name: string }

/** Names of those that matter most in an attack; the rest is named by its range. */
const NAMES: Record<number, [label: string, name: string]> = {
  160: ["NBSP", "no-break space"],
  173: ["SHY", "soft hyphen"],
  847: ["CGJ", "combining grapheme joiner"],
  1564: ["ALM", "Arabic letter mark"],
  6158: ["MVS", "Mongolian vowel separator"],
  8203: ["ZWSP", "zero-width space"],
  8204: ["ZWNJ", "zero-width non-joiner"],
  8205: ["ZWJ", "zero-width joiner"],
  8206: ["LRM", "left-to-right mark"],
  8207: ["RLM", "right-to-left mark"],
  8232: ["LSEP", "line separator"],
  8233: ["PSEP", "paragraph separator"],
  8234: ["LRE", "left-to-right embedding"],
  8235: ["RLE", "right-to-left embedding"],
  8236: ["PDF", "pop directional formatting"],
  8237: ["LRO", "left-to-right override"],
  8238: ["RLO", "right-to-left override"],
  8239: ["NNBSP", "narrow no-break space"],
  8288: ["WJ", "word joiner"],
  8294: ["LRI", "left-to-right isolate"],
  8295: ["RLI", "right-to-left isolate"],
  8296: ["FSI", "first strong isolate"],
  8297: ["PDI", "pop directional isolate"],
  10240: ["U+2800", "blank Braille pattern"],
  12288: ["IDSP", "ideographic space"],
  12644: ["HF", "Hangul filler"],
  65279: ["BOM", "zero-width no-break space"],
  917505: ["TAG", "language tag"],
}

const RANGES: [from: number, to: number, name: string][] = [
  [0x0000, 0x0008, "control character"],
  [0x000b, 0x000c, "control character"],
  [0x000e, 0x001f, "control character"],
  [0x007f, 0x009f, "control character"],
  [0x00a0, 0x00a0, "no-break space"],
  [0x00ad, 0x00ad, "soft hyphen"],
  [0x034f, 0x034f, "combining grapheme joiner"],
  [0x061c, 0x061c, "Arabic letter mark"],
  [0x115f, 0x1160, "Hangul filler"],
  [0x1680, 0x1680, "unusual space"],
  [0x17b4, 0x17b5, "invisible Khmer vowel"],
  [0x180b, 0x180f, "Mongolian selector"],
  [0x2000, 0x200a, "unusual space"],
  [0x200b, 0x200f, "zero-width character"],
  [0x2028, 0x202f, "directional or separating character"],
  [0x205f, 0x205f, "unusual space"],
  [0x2060, 0x206f, "invisible operator"],
  [0x2800, 0x2800, "blank Braille pattern"],
  [0x3000, 0x3000, "ideographic space"],
  [0x3164, 0x3164, "Hangul filler"],
  [0xfe00, 0xfe0f, "variation selector"],
  [0xfeff, 0xfeff, "zero-width no-break space"],
  [0xffa0, 0xffa0, "Hangul filler"],
  [0xfff0, 0xfffb, "interlinear annotation"],
  [0x1bca0, 0x1bca3, "shorthand format control"],
  [0x1d173, 0x1d17a, "musical format control"],
  [0xe0000, 0xe007f, "tag character"],
  [0xe0080, 0xe0fff, "invisible supplementary character"],
]

const hex = (code: number) => `U+${code.toString(16).toUpperCase().padStart(4, "0")}`
const PICTOGRAPH = /\p{Extended_Pictographic}/u
const EMOJI_BASE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}0-9#*]/u

function rangeName(code: number): string | undefined {
  // Ordinary text lies below the first range that matters; do not search for it.
  if (code >= 0x20 && code < 0x7f) return undefined
  return RANGES.find(([from, to]) => code >= from && code <= to)?.[2]
}

/** One selector behind an emoji, or one joiner between two, is how emoji are spelled; anything more hides something. */
function spellsEmoji(code: number, before: string | undefined, after: string | undefined): boolean {
  if (code === 0xfe0f) return before !== undefined && EMOJI_BASE.test(before)
  if (code === 0x200d)
    return (
      before !== undefined &&
      after !== undefined &&
      (EMOJI_BASE.test(before) || before === "\uFE0F") &&
      !/[0-9#*]/.test(before) &&
      PICTOGRAPH.test(after)
    )
  return false
}

export function splitHidden(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let plain = ""
  const characters = [...text]
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i]!
    const code = character.codePointAt(0)!
    const name = rangeName(code)
    if (name === undefined || spellsEmoji(code, characters[i - 1], characters[i + 1])) {
      plain += character
      continue
    }
    if (plain) pieces.push({ kind: "text", text: plain })
    plain = ""
    const known = NAMES[code]
    pieces.push({
      kind: "hidden",
      raw: character,
      label: known?.[0] ?? hex(code),
      name: known?.[1] ?? tagName(code, name),
    })
  }
  if (plain) pieces.push({ kind: "text", text: plain })
  return pieces
}

/** A tag character stands for an ASCII one: saying which lets a person read the smuggled words. */
function tagName(code: number, name: string): string {
  return code >= 0xe0020 && code <= 0xe007e ? `tag character “${String.fromCharCode(code - 0xe0000)}”` : name
}

export const hasHidden = (text: string): boolean => splitHidden(text).some((piece) => piece.kind === "hidden")

/** What there is of them, most frequent first: “2 zero-width spaces, 1 right-to-left override”. */
export function hiddenSummary(texts: readonly string[]): { count: number; words: string } {
  const counts = new Map<string, number>()
  let count = 0
  for (const text of texts)
    for (const piece of splitHidden(text)) {
      if (piece.kind !== "hidden") continue
      const name = piece.name.startsWith("tag character") ? "tag character" : piece.name
      counts.set(name, (counts.get(name) ?? 0) + 1)
      count++
    }
  const words = [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([name, n]) => `${n} ${name}${n === 1 ? "" : "s"}`)
    .join(", ")
  return { count, words }
}
