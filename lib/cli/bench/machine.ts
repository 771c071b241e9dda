// The machine a run was made on, so that its figures can be read by somebody who has another one.
import { arch, cpus, loadavg, platform, release, totalmem } from "node:os"

export type Machine = { cpu: string; cores: number; memory_gb: number; system: string; node: string }

export const machine = (): Machine => ({
  cpu: cpus()[0]?.model.trim() ?? "unknown",
  cores: cpus().length,
  memory_gb: Math.round(totalmem() / 1024 ** 3),
  system: `${platform()} ${release()} ${arch()}`,
  node: process.version,
})

/** Over the last minute: well above the number of cores, the figures are those of a busy machine. */
export const loadAverage = (): number => Math.round(loadavg()[0]! * 10) / 10
