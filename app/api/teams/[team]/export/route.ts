// The timeline as a file.
import { timelineExport } from "@/lib/server/http/routes/timeline"
import { serve } from "@/lib/server/http/serve"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(timelineExport)
