// What the server counts.
import { metrics } from "@/lib/server/http/routes/metrics"
import { serve } from "@/lib/server/http/serve"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(metrics)
