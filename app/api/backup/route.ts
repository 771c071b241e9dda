// A copy of the store.
import { backup } from "@/lib/server/http/routes/backup"
import { serve } from "@/lib/server/http/serve"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(backup)
