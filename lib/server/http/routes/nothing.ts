// Whatever else is asked under /api: said plainly, in the form of every other error.
import "server-only"
import { AppError } from "@/lib/core/errors"
import { route } from "../route"
import { endpoint } from "../serve"

const nothing = route({
  access: "read",
  summary: "Nothing",
  body: undefined,
  handler: async () => {
    throw new AppError("not_found", "There is nothing at this address; /api/openapi.json lists what there is.")
  },
})

export const unknownPath = endpoint("/api/{path}", {
  GET: nothing,
  POST: nothing,
  PUT: nothing,
  PATCH: nothing,
  DELETE: nothing,
  OPTIONS: nothing,
})
