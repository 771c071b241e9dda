// The one runtime of this process. Next gives routes, pages and actions a module instance each, so it lives on `globalThis`.
import "server-only"
import { AppError } from "@/lib/core/errors"
import type { Runtime } from "./runtime"

const HOME = Symbol.for("countersign")
type Home = { [HOME]?: Promise<Runtime> }

export function setRuntime(runtime: Promise<Runtime>): void {
  ;(globalThis as Home)[HOME] = runtime
}

export async function getRuntime(): Promise<Runtime> {
  const runtime = (globalThis as Home)[HOME]
  if (!runtime) throw new AppError("unavailable", "The server is still starting.")
  return runtime
}
