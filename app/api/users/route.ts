// Accounts.
import { users } from "@/lib/server/http/routes/people"
import { serve } from "@/lib/server/http/serve"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(users)
