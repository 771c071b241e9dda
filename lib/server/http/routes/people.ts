// User accounts, for operators.
import "server-only"
import { z } from "zod"
import { createUser, deleteUser, listUsers, NewUser, User } from "@/lib/server/session/users"
import { PageQuery, pageOf } from "../paging"
import { route } from "../route"
import { endpoint } from "../serve"

export const users = endpoint("/api/users", {
  GET: route({
    access: "operate",
    summary: "All accounts",
    query: PageQuery,
    answer: z.object({ users: z.array(User), next: z.string().nullable() }),
    handler: async ({ runtime, query }) => {
      const { items, next } = pageOf(await listUsers(runtime), (user) => user.name, query)
      return { users: items, next }
    },
  }),
  POST: route({
    access: "operate",
    summary: "Create an account",
    body: NewUser,
    status: 201,
    answer: z.object({ user: User }),
    kept: (user: User) => ({ user }),
    handler: async ({ runtime, body }) => ({ user: await createUser(runtime, body) }),
  }),
})

export const user = endpoint("/api/users/{name}", {
  DELETE: route({
    access: "operate",
    summary: "Delete an account; its sessions and tokens end",
    status: 204,
    handler: ({ runtime, params }) => deleteUser(runtime, params.name!),
  }),
})
