// The API described by itself.
import { openapi } from "@/lib/server/http/routes/openapi-document"
import { serve } from "@/lib/server/http/serve"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(openapi)
