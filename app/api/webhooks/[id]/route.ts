// One webhook.
import { webhook } from "@/lib/server/http/routes/webhooks"
import { serve } from "@/lib/server/http/serve"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(webhook)
