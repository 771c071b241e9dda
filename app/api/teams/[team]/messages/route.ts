// A person's words to an agent.
import { messages } from "@/lib/server/http/routes/mail"
import { serve } from "@/lib/server/http/serve"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(messages)
