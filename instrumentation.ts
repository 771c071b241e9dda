// Called once by Next when a server instance starts: brings up the runtime in the Node process, and nowhere else.
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return
  const { startServerRuntime } = await import("./lib/server/runtime/start-server-runtime")
  await startServerRuntime()
}
