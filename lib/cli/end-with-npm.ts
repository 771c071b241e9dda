// A server started by `npm start` ends with that npm: killed outright, it cannot pass any signal on.

const LOOK_MS = 250

/** Everything acknowledged is on disk, so ending at once loses nothing; a stop under way is left to finish. */
export function endWithNpm(isStopping: () => boolean = () => false): void {
  const parent = process.ppid
  if (!process.env.npm_lifecycle_event || parent <= 1) return
  setInterval(() => {
    if (process.ppid !== parent && !isStopping()) process.exit(1)
  }, LOOK_MS).unref()
}
