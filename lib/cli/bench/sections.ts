// The sections of the benchmark by name, in the order in which they run; each is loaded only by the process that runs it.
import type { Section } from "./section"

export const SECTIONS: Record<string, () => Promise<Section>> = {
  limits: async () => (await import("./limits")).limits,
  decisions: async () => (await import("./decisions")).decisions,
  roundtrips: async () => (await import("./roundtrips")).roundtrips,
  idle: async () => (await import("./idle")).idle,
  cache: async () => (await import("./cache")).cache,
  history: async () => (await import("./history")).history,
  fanout: async () => (await import("./fanout")).fanout,
  dom: async () => (await import("./dom")).dom,
}
