// A person's decision.
import { decision } from "@/lib/server/http/routes/requests"
import { serve } from "@/lib/server/http/serve"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(decision)
