// Whether the server is well.
import { health } from "@/lib/server/http/routes/health"
import { serve } from "@/lib/server/http/serve"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(health)
