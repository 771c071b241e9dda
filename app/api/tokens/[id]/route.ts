// One API token.
import { token } from "@/lib/server/http/routes/tokens"
import { serve } from "@/lib/server/http/serve"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(token)
