// API tokens.
import { tokens } from "@/lib/server/http/routes/tokens"
import { serve } from "@/lib/server/http/serve"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(tokens)
