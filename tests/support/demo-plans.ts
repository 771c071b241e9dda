// The plans of the team that is photographed: what people really ask for, with files, commands, risk and a way back.

export const IDEMPOTENCY = {
  title: "Add idempotency keys to transfers",
  plan: `## Why
A retried \`POST /transfers\` books the money twice. The audit table shows 14 duplicate pairs since March, every one from a client that retried after a 504.

## Steps
1. Add the column and its index in one migration. The column is nullable and has no default, so the table (41 million rows) is not rewritten.
\`\`\`sql
-- db/migrations/0042_transfer_idempotency.sql
alter table transfers add column idempotency_key text;
create unique index concurrently transfers_idem_uq
  on transfers (account_id, idempotency_key)
  where idempotency_key is not null;
\`\`\`
2. In \`createTransfer\`, look the key up first. On a hit return the stored transfer with \`200\`; on a unique violation read the winner and return that.
3. Answer a known key with a different body by \`409 idempotency_mismatch\`.
4. Tests: the same key twice in parallel, the same key with another amount, and no key at all.

## What I leave alone
No backfill of old rows and no change to the public client. Both can follow once the column has been live for a week.`,
  files: [
    "db/migrations/0042_idempotency.sql",
    "src/transfers/create.ts",
    "src/transfers/store.ts",
    "src/http/errors.ts",
    "test/transfers/retry.test.ts",
  ],
  commands: ["npm run db:migrate -- --env staging", "npm test -- transfers", "npm run lint"],
  risk: "high",
  rollback: "Drop the index, then the column. Old code never reads either, so the order of deploys does not matter.",
}

const SESSIONS_WHY = `## Why
\`src/auth/index.ts\` has grown to 1,140 lines. Token checks, sessions and password rules share one cache, which is how last week’s stale-role bug got in.

## Steps
`

const SESSIONS = {
  title: "Split sessions out of the auth module",
  commands: ["npm test -- auth session", "npm run lint"],
  rollback: "Revert the commit. No data changes.",
}

export const SESSIONS_FIRST = {
  ...SESSIONS,
  plan: `${SESSIONS_WHY}1. Move session reads and writes into \`src/session/store.ts\` with the same exports, so that no caller changes.
2. Replace the shared cache by a \`Map\` in each process.
3. Rename the cookie from \`sid\` to \`ls_session\` and sign everyone out once.
4. Move the password rules to \`src/auth/password.ts\`, unchanged.

## What I leave alone
The OAuth flow and its callback.`,
  files: ["src/http/cookies.ts", "src/auth/index.ts", "src/auth/password.ts", "src/session/store.ts"],
  risk: "high",
}

/** What the first one is sent back with. */
export const SESSIONS_COMMENTS = [
  { line: 5, text: "Same exports is fine for now, but mark them deprecated." },
  { line: 6, text: "We run six processes. A revoked role would live on in five of them." },
  { line: 7, text: "Why sign 30,000 people out for a name?" },
]

export const SESSIONS_SECOND = {
  ...SESSIONS,
  plan: `${SESSIONS_WHY}1. Move session reads and writes into \`src/session/store.ts\` with four functions, \`open\`, \`read\`, \`renew\` and \`end\`. The old exports stay for one release as thin wrappers.
2. Drop the shared cache. Roles are read from Redis and kept for 30 seconds, so that a revoked role ends everywhere within that time.
3. Move the password rules to \`src/auth/password.ts\`, unchanged.
4. Tests: a revoked role is refused within 30 seconds; two tabs that renew at the same moment keep one session.

## What I leave alone
The cookie’s name and lifetime. The OAuth flow and its callback.`,
  files: ["src/session/roles.ts", "src/auth/index.ts", "src/auth/password.ts", "src/session/store.ts"],
  risk: "medium",
}

export const IMAGES = {
  title: "Smaller test images",
  plan: "1. Base the image on `node:22-slim`.\n2. Build it under `:test-slim` and leave `:test` alone.",
  files: ["docker/test.Dockerfile"],
  commands: ["echo *"],
  risk: "low",
  rollback: "Keep using `:test`.",
}

export const WEBHOOK = {
  title: "Remove the v1 webhook endpoint",
  plan: "1. Delete `src/webhooks/v1.ts` and its route.\n2. Answer `410 Gone` on the old path for one release.\n3. Drop the table `webhook_v1_deliveries`.",
  risk: "high",
  rollback: "Restore the route; the table comes back from the nightly backup.",
  files: ["src/webhooks/*", "db/migrations/0043_drop_v1.sql"],
  commands: ["npm test -- webhooks"],
}

export const NODE = {
  title: "Run CI on the Node 22 image",
  plan: "1. Change the image in `.github/workflows/ci.yml`.\n2. Leave the release job as it is.",
  files: [".github/workflows/ci.yml"],
  risk: "low",
  rollback: "Change it back.",
}
