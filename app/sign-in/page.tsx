// Sign-in: one field, one sentence; a name and a password where there are accounts.
import type { Metadata } from "next"
import { SignIn } from "@/components/sign-in/sign-in"
import { getRuntime } from "@/lib/server/runtime/get-runtime"
import { hasUsers } from "@/lib/server/session/users"

export const metadata: Metadata = { title: "Sign in" }

type Given = Record<string, string | string[] | undefined>

const only = (value: string | string[] | undefined): string | undefined =>
  typeof value === "string" ? value : undefined

export default async function SignInPage({ searchParams }: { searchParams: Promise<Given> }) {
  const { code, next } = await searchParams
  const accounts = await hasUsers(await getRuntime())
  return <SignIn code={only(code)} next={only(next)} accounts={accounts} />
}
