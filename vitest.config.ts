import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { CORE } from "./scripts/import-rules.ts";

/** Long tests prove depth; `npm run test:all` includes them. */
const left = process.env.LOUPE_ALL_TESTS ? [] : ["**/*.long.test.*"];
const core = CORE.map((folder) => `${folder}/**/*.test.ts`);

export default defineConfig({
  test: {
    // These end only what hangs: a busy machine must not fail a test that would pass.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Half of the time, tests of servers and commands wait: more files than cores run at once.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    setupFiles: ["./scripts/seed.mjs"],
    projects: [
      // The pure core has no state that one test could leave to the next, so its modules are
      // loaded once for all test files.
      {
        extends: true,
        test: {
          name: "core",
          include: core,
          exclude: [...configDefaults.exclude, ...left],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "shell",
          include: [
            "lib/**/*.test.ts",
            "bin/**/*.test.ts",
            "components/**/*.test.ts",
            "fuzz/**/*.test.ts",
            "scripts/**/*.test.mjs",
            "e2e/agents/**/*.test.ts",
          ],
          exclude: [...configDefaults.exclude, ...left, ...core],
        },
      },
    ],
  },
});
