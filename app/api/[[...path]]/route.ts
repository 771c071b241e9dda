// Everything under /api that does not exist.
import { unknownPath } from "@/lib/server/http/routes/nothing"
import { serve } from "@/lib/server/http/serve"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(unknownPath)
