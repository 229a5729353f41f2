import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "lib/**/*.test.ts",
      "bin/**/*.test.ts",
      "components/**/*.test.ts",
      "fuzz/**/*.test.ts",
      "scripts/**/*.test.mjs",
      "e2e/agents/**/*.test.ts",
    ],
    testTimeout: 60_000,
  },
});
