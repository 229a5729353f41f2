/**
 * A day's traffic at high speed: a live run of millions of events in real Chromium with the production
 * build. After each million it reports the memory of the page and of the server, and the cost of an event
 * in the page. At the end it measures how long the page needs to show bytes of the beginning, which are
 * only on disk by then.
 */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { CDPSession, Page } from "@playwright/test";
import { measureHeap, openPage, startApp } from "./app.ts";
import { printResult, round } from "./measure.ts";

const [events = 10_000_000, step = 1_000_000] = process.argv.slice(2).map(Number);
// This run is long on purpose.
process.env.LOUPE_MAX_BODY = String(2 ** 40);
const worker = new Worker(new URL("./tokens.js", import.meta.url));
const port = await new Promise<number>((resolve) => worker.once("message", resolve));
const app = await startApp();
try {
  const page = await openPage(app.browser);
  await page.goto(app.url);
  await page.getByLabel("Agent address").fill(`http://127.0.0.1:${port}`);
  await page.keyboard.press("Enter");
  await page.getByLabel("Message", { exact: true }).waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  const [before, work] = [await measureHeap(page), await measureWork(devtools)];
  await page.getByLabel("Message", { exact: true }).fill(String(events));
  await page.keyboard.press("Control+Enter");
  const levels: object[] = [];
  let last = { events: 0, work };
  for (let goal = Math.min(step, events); ; goal = Math.min(goal + step, events)) {
    const shown = await waitForCount(page, goal);
    const now = { events: shown, work: await measureWork(devtools) };
    const held = (await measureHeap(page)) - before;
    levels.push({
      events: shown,
      pageMegabytes: round(held / 1e6),
      pageBytesPerEvent: round(held / shown),
      pageMicrosecondsPerEvent: round(((now.work - last.work) / (shown - last.events)) * 1e6),
      serverMegabytes: Math.round(measureMemory(app.pid) / 1e6),
      fileMegabytes: Math.round(measureFolder(join(app.data, "recordings")) / 1e6),
    });
    console.error(JSON.stringify(levels.at(-1)));
    last = now;
    if (goal >= events) break;
  }
  printResult({ bench: "long", events, levels, beginningMs: await showBeginning(page) });
} finally {
  await app.close();
  await worker.terminate();
}

/** Waits until the page shows this many events; returns the current number. */
async function waitForCount(page: Page, events: number): Promise<number> {
  for (;;) {
    const verdict = await page.getByTestId("verdict").textContent({ timeout: 0 });
    const shown = /([\d,]+) events/.exec(verdict ?? "")?.[1] ?? "0";
    const count = Number(shown.replaceAll(",", ""));
    if (count >= events) return count;
    await page.waitForTimeout(500);
  }
}

/** Busy time of the page's main thread in seconds. */
async function measureWork(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
}

async function showBeginning(page: Page): Promise<number> {
  await page.getByRole("treegrid", { name: "Timeline" }).getByText("frames merged").click();
  await page.getByRole("tab", { name: "Chunks" }).click();
  await page.getByRole("grid", { name: "Chunks" }).press("Home");
  const startedAt = performance.now();
  await page.getByRole("tab", { name: "Wire" }).click();
  await page.getByRole("region", { name: "Exact bytes" }).getByText("token0").first().waitFor();
  return Math.round(performance.now() - startedAt);
}

/** Memory of a process and its child processes. */
function measureMemory(pid: number): number {
  const [, pages = 0] = readFileSync(`/proc/${pid}/statm`, "utf8").split(" ").map(Number);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").match(/\d+/g) ?? [];
  return children.reduce((sum, child) => sum + measureMemory(Number(child)), pages * 4096);
}

function measureFolder(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}
