// Accounts: a new one, another role, one less; and a person's own password.
"use server"

import { z } from "zod"
import { Password } from "@/lib/server/session/passwords"
import { Role } from "@/lib/server/session/principal"
import { changePassword, changeRole, createUser, deleteUser, NewUser } from "@/lib/server/session/users"
import { defineAction } from "./define-action"

const Name = z.string().min(1).max(64)

export const createUserAction = defineAction({
  role: "operator",
  input: NewUser,
  run: ({ runtime, input }) => createUser(runtime, input),
})

export const changeRoleAction = defineAction({
  role: "operator",
  input: z.strictObject({ name: Name, role: Role }),
  run: ({ runtime, input }) => changeRole(runtime, input.name, input.role),
})

export const deleteUserAction = defineAction({
  role: "operator",
  input: z.strictObject({ name: Name }),
  run: async ({ runtime, input }): Promise<null> => {
    await deleteUser(runtime, input.name)
    return null
  },
})

export const changePasswordAction = defineAction({
  role: "viewer",
  input: z.strictObject({ current: z.string().max(256), next: Password }),
  run: async ({ runtime, principal, input }): Promise<null> => {
    await changePassword(runtime, principal, input)
    return null
  },
})
