// What a command says when it cannot go on: our own errors as their one sentence, bugs with all that is known.
const EXPECTED = new Set(["AppError", "EnvError"])
/** Next puts this before whatever `register()` threw. */
const PREFIX = /^An error occurred while loading instrumentation hook: /

const PORT_TROUBLE: Record<string, string> = {
  EADDRINUSE: "another program listens there already; set PORT to another number, or to 0 for any free one",
  EACCES: "this account may not listen there; set PORT to 1024 or higher",
  EADDRNOTAVAIL: "this machine does not have that address; set HOST to one of its own",
  ENOTFOUND: "that name has no address; set HOST to an address of this machine",
}

export function failureSentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // By name, not by class: Next loads its own copy of the module that defines it.
  if (EXPECTED.has(error.name)) return error.message.replace(PREFIX, "")
  const { code, syscall, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number }
  const trouble = PORT_TROUBLE[code ?? ""]
  if (trouble && (syscall === "listen" || syscall === "getaddrinfo"))
    return `Countersign cannot listen on ${address ?? "HOST"}${port === undefined ? "" : `:${port}`}: ${trouble}.`
  return error.stack ?? error.message
}
