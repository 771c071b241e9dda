// Called once by Next when a server instance starts: brings up the runtime in the Node process, and nowhere else.
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return
  const { startServerRuntime } = await import("./lib/server/runtime/start-server-runtime")
  try {
    await startServerRuntime()
  } catch (error) {
    // Whoever serves a build asks for the runtime and ends with its sentence; Next would print the failure with all its frames.
    if (process.env.NODE_ENV !== "production") throw error
  }
}
