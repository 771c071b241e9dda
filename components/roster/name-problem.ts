// Why a name cannot be a teammate's, said while it is typed; the server's own rule decides. A test holds the two together.
import { RESERVED_NAMES } from "@/lib/core/ids"

export function nameProblem(name: string): string | null {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) return "A name is 1 to 64 letters, digits, - or _."
  return RESERVED_NAMES.includes(name.toLowerCase()) ? `“${name}” is reserved; choose another name.` : null
}
