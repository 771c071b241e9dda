// Where a sign-in may lead: a page of this server and nothing else.

/** Anything a browser could read as another host, or that is no page, becomes the home page. */
export function safePath(wanted: string | undefined): string {
  if (!wanted || !/^\/(?![/\\])/.test(wanted)) return "/"
  const base = "http://countersign.invalid"
  try {
    const url = new URL(wanted, base)
    if (url.origin !== base || url.pathname.startsWith("/api/") || url.pathname === "/sign-in") return "/"
    return `${url.pathname}${url.search}${url.hash}`
  } catch {
    return "/"
  }
}
