// The named machines of which a process runs now.
"use server"

import { z } from "zod"
import { livingMachines } from "@/lib/server/db/process-rows"
import { defineAction } from "./define-action"

export const getMachinesAction = defineAction({
  role: "viewer",
  input: z.void(),
  run: ({ runtime }) => livingMachines(runtime.store.read),
})
