// Teams: the list, and a new one.
import { teams } from "@/lib/server/http/routes/teams"
import { serve } from "@/lib/server/http/serve"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(teams)
