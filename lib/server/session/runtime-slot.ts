// One value for each running server, shared by all module instances: Next loads routes, pages and actions separately.
import "server-only"

const SLOTS = Symbol.for("countersign.slots")
type Slots = WeakMap<object, Map<string, unknown>>

/** The value of that name which belongs to this runtime, made on first use. */
export function runtimeSlot<T>(runtime: object, name: string, create: () => T): T {
  const home = globalThis as { [SLOTS]?: Slots }
  home[SLOTS] ??= new WeakMap()
  const slots = home[SLOTS].get(runtime) ?? new Map<string, unknown>()
  home[SLOTS].set(runtime, slots)
  if (!slots.has(name)) slots.set(name, create())
  return slots.get(name) as T
}
