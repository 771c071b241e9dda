// A new teammate.
import { agents } from "@/lib/server/http/routes/agents"
import { serve } from "@/lib/server/http/serve"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(agents)
