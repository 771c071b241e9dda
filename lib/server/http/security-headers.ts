// The headers that tell a browser what it must not do with our answers.
import "server-only"
import type { Env } from "@/lib/server/env"

/** On every answer, page or API. */
export function securityHeaders(env: Pick<Env, "url">): Record<string, string> {
  return {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ...(env.url.startsWith("https:") ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
  }
}

/** An API answer is data: nothing in it may ever run or be framed. */
export const API_POLICY = "default-src 'none'; frame-ancestors 'none'"

export function pagePolicy(nonce: string, development: boolean): string {
  const directives: Record<string, string[]> = {
    "default-src": ["'self'"],
    // React's development build rebuilds server stacks with eval.
    "script-src": ["'self'", `'nonce-${nonce}'`, "'strict-dynamic'", ...(development ? ["'unsafe-eval'"] : [])],
    "style-src": development ? ["'self'", "'unsafe-inline'"] : ["'self'", `'nonce-${nonce}'`],
    // Server-rendered style attributes (a bar's width); they run nothing, and plans are stripped of theirs.
    "style-src-attr": ["'unsafe-inline'"],
    "connect-src": ["'self'", ...(development ? ["ws:"] : [])],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "media-src": ["'self'", "data:"],
    "object-src": ["'none'"],
    "frame-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ")
}
