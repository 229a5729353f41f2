/**
 * What `npm pack` makes: its sizes, the time until the application serves a page, and the time of a
 * check, each as the median of several processes. Run it in the project's folder, after a build.
 */

import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { InstalledPackage } from "../e2e/support/installed-package.ts";
import { computeMedian, printResult } from "./measure.ts";

const ROUNDS = 7;
const LOG = resolve("fixtures/recorded/1.0/input-required.jsonl");

const loupe = new InstalledPackage();
try {
  const options = { cwd: loupe.folder, stdio: "ignore" } as const;
  const program = join(loupe.root, "bin", "loupe.mjs");
  const sizes = [...loupe.listFiles().values()];
  const startTimes: number[] = [];
  const pageTimes: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    const served = await loupe.start("Loupe is at", "--port", "0");
    startTimes.push(performance.now() - startedAt);
    await (await fetch(served.url)).text();
    pageTimes.push(performance.now() - startedAt);
    await served.stop();
  }
  printResult({
    tarballMB: statSync(loupe.tarball).size / 1e6,
    installedMB: sizes.reduce((sum, size) => sum + size, 0) / 1e6,
    files: sizes.length,
    startMs: computeMedian(startTimes),
    firstPageMs: computeMedian(pageTimes),
    checkMs: measure(() => spawnSync(process.execPath, [program, "check", LOG], options)),
    versionMs: measure(() => spawnSync(process.execPath, [program, "--version"], options)),
    emptyNodeMs: measure(() => spawnSync(process.execPath, ["-e", "0"], options)),
  });
} finally {
  loupe.remove();
}

/** The median duration in milliseconds. */
function measure(run: () => unknown): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const startedAt = performance.now();
    run();
    return performance.now() - startedAt;
  });
  return computeMedian(times);
}
