import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

/** Long tests prove depth; `npm run test:all` includes them. */
const left = process.env.LOUPE_ALL_TESTS ? [] : ["**/*.long.test.*"];
/** Tests of what a process has once: its signals and output, its connections, what it has compiled. */
const ISOLATED = [
  "bin/hold.test.ts",
  "bin/tap*.test.ts",
  "fuzz/**/*.test.ts",
  "lib/server/exchange/idle-connections.test.ts",
];

export default defineConfig({
  test: {
    // These end only what hangs: a busy machine must not fail a test that would pass.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Half of the time, tests of servers and commands wait: more files than cores run at once.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    setupFiles: ["./scripts/test-setup.mjs"],
    projects: [
      // A worker loads the modules once for all its test files, which takes half the time.
      {
        extends: true,
        test: {
          name: "shared",
          include: [
            "lib/**/*.test.ts",
            "bin/**/*.test.ts",
            "components/**/*.test.ts",
            "scripts/**/*.test.mjs",
            "e2e/agents/**/*.test.ts",
          ],
          exclude: [...configDefaults.exclude, ...left, ...ISOLATED],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "isolated",
          include: ISOLATED,
          exclude: [...configDefaults.exclude, ...left],
        },
      },
    ],
  },
});
