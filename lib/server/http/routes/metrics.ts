// GET /api/metrics: what the server counts.
import "server-only"
import { METRICS_MEDIA, metricsText } from "../metrics-text"
import { route } from "../route"
import { endpoint } from "../serve"

export const metrics = endpoint("/api/metrics", {
  GET: route({
    access: "read",
    summary: "Counts and timings in Prometheus' text form",
    media: "text/plain",
    handler: async ({ runtime }) =>
      new Response(await metricsText(runtime), {
        headers: { "Content-Type": METRICS_MEDIA, "Cache-Control": "no-store" },
      }),
  }),
})
