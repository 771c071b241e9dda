// What became of a webhook's deliveries.
import { webhookDeliveries } from "@/lib/server/http/routes/webhooks"
import { serve } from "@/lib/server/http/serve"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(webhookDeliveries)
