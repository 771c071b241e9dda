// Signing in and out.
import { session } from "@/lib/server/http/routes/session"
import { serve } from "@/lib/server/http/serve"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(session)
