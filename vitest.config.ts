// How the tests run: two projects (unit, faults), real processes for isolation, one PostgreSQL started on demand.
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@\//, replacement: at("./") },
      // The marker refuses to load outside a React server build; tests are the server's side by nature.
      { find: /^server-only$/, replacement: at("./node_modules/server-only/empty.js") },
    ],
  },
  test: {
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 20_000,
    // Colour codes would hide the counts from whoever reads only the last lines.
    reporters: process.stdout.isTTY ? ["default"] : [["default", { summary: false }]],
    globalSetup: ["./tests/support/vitest-postgres-door.ts"],
    projects: [
      { extends: true, test: { name: "unit", include: ["tests/unit/**/*.test.ts"] } },
      {
        extends: true,
        test: {
          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
          // Faults start servers and kill them: one at a time, so that two cores are enough for the one that runs.
          fileParallelism: false,
          maxConcurrency: 3,
          testTimeout: 300_000,
          // They hang on how a shared machine gives out its time: once more there, and the report says so.
          retry: process.env.CI ? 1 : 0,
        },
      },
    ],
  },
})
