// Who looks at a page: the signed-in person, or a way to the sign-in page.
import "server-only"
import { cookies, headers } from "next/headers"
import { redirect } from "next/navigation"
import { cache } from "react"
import type { Viewer } from "@/lib/core/page-views"
import { getRuntime } from "@/lib/server/runtime/get-runtime"
import { cookieName } from "./cookie"
import { type Principal, reaches, viewerOf } from "./principal"
import { findSession } from "./sessions"

/** The session of this request, looked up once however many parts of the page ask. Pages and actions never take a bearer. */
export const currentPrincipal = cache(async (): Promise<Principal | null> => {
  const runtime = await getRuntime()
  const secret = (await cookies()).get(cookieName(runtime.env))?.value
  return secret ? findSession(runtime, secret) : null
})

export async function requireViewer(): Promise<Viewer> {
  const principal = await currentPrincipal()
  if (principal && reaches(principal, "read")) return viewerOf(principal)
  const path = (await headers()).get("x-path")
  redirect(path && path !== "/" ? `/sign-in?next=${encodeURIComponent(path)}` : "/sign-in")
}
