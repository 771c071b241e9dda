// Where agents from outside come in.
import { mcp } from "@/lib/server/http/routes/mcp"
import { serve } from "@/lib/server/http/serve"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(mcp)
