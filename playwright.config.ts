// Browser tests: Chromium against a production build, started with the script that users start.
import { existsSync, mkdtempSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, type ReporterDescription } from "@playwright/test";

// Each worker loads this file again and inherits the value that the first load set.
process.env.LOUPE_E2E_DATA ??= mkdtempSync(join(tmpdir(), "loupe-e2e-"));

const findProgram = (program: string) => (existsSync(program) ? program : undefined);
// `npm test` sets these; a manual run uses the system's Chromium.
const { LOUPE_CHROMIUM: given, LOUPE_CHROMIUM_SHELL: givenShell } = process.env;
const chromium = given ?? findProgram("/usr/bin/chromium");
/** The headless shell, which has no browser window: tests take half as long in it. */
const shell = givenShell ?? given ?? findProgram("/usr/bin/chromium-headless-shell") ?? chromium;
/** Tests that need what the shell lacks: a document viewer and popup windows. */
const FULL_BROWSER_TESTS = ["**/files.spec.ts", "**/neighbours.spec.ts"];

/** Long tests prove depth; `npm run test:all` includes them. */
const LEFT = process.env.LOUPE_ALL_TESTS ? [] : ["**/*.long.spec.ts"];
const LEFT_TAG = process.env.LOUPE_ALL_TESTS ? [] : [/@long\b/];

/** Tests run most code only a few times. With these, they take a tenth less CPU time. */
const COMPILER_FLAGS = [
  // Optimizing costs more than it saves.
  "--no-opt",
  "--no-maglev",
  // A test uses a part of most scripts, so compiling them whole does too.
  "--no-compile-hints-magic",
  // What one test does not use, the next one may.
  "--no-flush-bytecode",
];

const createLaunchOptions = (program: string | undefined) => ({
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
    `--js-flags=${COMPILER_FLAGS.join(" ")}`,
  ],
});

const reportPath = process.env.LOUPE_E2E_REPORT;
const jsonReporter: ReporterDescription[] = reportPath
  ? [["json", { outputFile: reportPath }]]
  : [];

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  globalTeardown: "./e2e/support/teardown.ts",
  // Some tests wait for an agent: as many as cores would leave a tenth of the time unused.
  workers: Math.ceil(availableParallelism() * 1.5),
  retries: 0,
  grepInvert: LEFT_TAG,
  // These end only what hangs: a busy machine must not fail a test that would pass.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  fullyParallel: true,
  forbidOnly: true,
  reporter: [["list"], ...jsonReporter],
  use: {
    baseURL: process.env.LOUPE_E2E_URL ?? "",
    browserName: "chromium",
    // Frames of animations take a twentieth of the CPU time. Tests of what moves ask for motion.
    contextOptions: { reducedMotion: "reduce" },
    // A trace takes a quarter of the CPU time: use it only to find the cause of a failure.
    trace: process.env.LOUPE_TRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
  },
  projects: [
    // First, because one of them is the longest of all: last, it would run alone.
    {
      name: "whole",
      testMatch: FULL_BROWSER_TESTS,
      testIgnore: LEFT,
      // Without this channel, Playwright's own Chromium is the headless shell.
      use: {
        ...(!chromium && { channel: "chromium" }),
        launchOptions: createLaunchOptions(chromium),
      },
    },
    {
      name: "shell",
      testIgnore: [...FULL_BROWSER_TESTS, ...LEFT],
      use: { launchOptions: createLaunchOptions(shell) },
    },
  ],
  webServer: {
    command: "node scripts/serve.mjs",
    env: {
      PORT: "0",
      HOST: "127.0.0.1",
      LOUPE_DATA: process.env.LOUPE_E2E_DATA,
      LOUPE_ACTS: "fixtures/acts/good",
    },
    wait: { stdout: /Loupe is at (?<loupe_e2e_url>\S+)/ },
    gracefulShutdown: { signal: "SIGTERM", timeout: 3000 },
  },
});
