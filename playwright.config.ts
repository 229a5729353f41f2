// Browser tests: Chromium against a production build, served as a user would serve it.
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, type ReporterDescription } from "@playwright/test";

// The file is read again by each worker, which inherits what the first reading put here.
process.env.LOUPE_E2E_DATA ??= mkdtempSync(join(tmpdir(), "loupe-e2e-"));

const found = (program: string) => (existsSync(program) ? program : undefined);
// Given by `npm test`; a run by hand finds the system's own.
const { LOUPE_CHROMIUM: given, LOUPE_CHROMIUM_SHELL: givenShell } = process.env;
const whole = given ?? found("/usr/bin/chromium");
/** The same without a window around its pages, in which tests take half as long. */
const shell = givenShell ?? given ?? found("/usr/bin/chromium-headless-shell") ?? whole;
/** Tests of what the shell lacks: a viewer of documents, and windows that pages open. */
const OF_THE_WHOLE = ["**/files.spec.ts", "**/neighbours.spec.ts"];

const launching = (program: string | undefined) => ({
  ...(program && { executablePath: program }),
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});

const report = process.env.LOUPE_E2E_REPORT;
const json: ReporterDescription[] = report ? [["json", { outputFile: report }]] : [];

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  globalTeardown: "./e2e/support/teardown.ts",
  workers: 2,
  retries: 0,
  timeout: 90_000,
  // Machines with two cores run the server, the browser and the agents at once.
  expect: { timeout: 10_000 },
  fullyParallel: true,
  forbidOnly: true,
  reporter: [["list"], ...json],
  use: {
    baseURL: process.env.LOUPE_E2E_URL ?? "",
    browserName: "chromium",
    // A trace takes a quarter of the processor's time: it is for runs that look for why.
    trace: process.env.LOUPE_TRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
  },
  projects: [
    { name: "shell", testIgnore: OF_THE_WHOLE, use: { launchOptions: launching(shell) } },
    {
      name: "whole",
      testMatch: OF_THE_WHOLE,
      // Playwright's own is the shell unless it is asked for by this name.
      use: { ...(!whole && { channel: "chromium" }), launchOptions: launching(whole) },
    },
  ],
  webServer: {
    command: "node scripts/serve.mjs",
    env: { PORT: "0", HOST: "127.0.0.1", LOUPE_DATA: process.env.LOUPE_E2E_DATA },
    wait: { stdout: /Loupe is at (?<loupe_e2e_url>\S+)/ },
    gracefulShutdown: { signal: "SIGTERM", timeout: 3000 },
  },
});
