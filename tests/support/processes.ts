// What runs on this machine right now, for tests that must know that nothing is left.
import { execFileSync } from "node:child_process"

/** The ids of living processes whose command line begins with `text`. */
export function processesWith(text: string): number[] {
  const lines = execFileSync("ps", ["-axww", "-o", "pid=,stat=,command="], { encoding: "utf8" }).split("\n")
  return lines
    .map((line) => /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line))
    .filter((found) => found !== null && !found[2]!.startsWith("Z") && found[3]!.startsWith(text))
    .map((found) => Number(found![1]))
}
