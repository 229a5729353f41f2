import { configDefaults, defineConfig } from "vitest/config";
import { CORE } from "./scripts/import-rules.ts";

const core = CORE.map((folder) => `${folder}/**/*.test.ts`);

export default defineConfig({
  test: {
    testTimeout: 60_000,
    // By default one core is left idle, which is half of a machine with two.
    maxWorkers: "100%",
    setupFiles: ["./scripts/seed.mjs"],
    projects: [
      // The pure core has no state that one test could leave to the next, so its modules are
      // loaded once for all test files.
      { extends: true, test: { name: "core", include: core, isolate: false } },
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
          exclude: [...configDefaults.exclude, ...core],
        },
      },
    ],
  },
});
