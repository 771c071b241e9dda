// Offers commands in the palette for as long as the component is shown.
"use client"

import { useEffect } from "react"
import { type Command, offerCommands } from "@/lib/client/commands"

/** Keep the array stable (useMemo), or it is offered anew at every draw. */
export function useCommands(commands: Command[]): void {
  useEffect(() => offerCommands(commands), [commands])
}
