// The digest that binds a decision to exactly what was shown: SHA-256 over the RFC 8785 form of the payload.
import "server-only"
import { createHash } from "node:crypto"
import { canonicalJson } from "@/lib/core/canonical-json"

export const payloadDigest = (payload: unknown): string =>
  createHash("sha256").update(canonicalJson(payload)).digest("hex")
