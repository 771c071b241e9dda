// An agent's conversation.
import { transcript } from "@/lib/server/http/routes/mail"
import { serve } from "@/lib/server/http/serve"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(transcript)
