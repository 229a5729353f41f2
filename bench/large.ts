/**
 * Opens a log of hundreds of megabytes in real Chromium with the production build: the time to the
 * first rows and to all of them, how the page behaves meanwhile, and what it keeps. The baseline is a
 * worker that reads the same file, splits it and parses its lines.
 */

import { rmSync } from "node:fs";
import { join } from "node:path";
import type { FileChooser, Page } from "@playwright/test";
import {
  type BenchApp,
  getRatio,
  measureHeap,
  openPage,
  openPlainPage,
  startApp,
  waitForEvents,
  waitForFirstRow,
} from "./app.ts";
import { LARGE_FORMS, type LargeForm, writeLargeLog } from "./log.ts";
import { printResult, round } from "./measure.ts";
import { measurePage, type PagePerformance } from "./watch.ts";

const MIN_MS = 500;

const args = process.argv.slice(2);
const sizes = args.map(Number).filter((size) => size > 0);
const forms = LARGE_FORMS.filter((form) => args.includes(form));
const app = await startApp();
try {
  const results: object[] = [];
  for (const form of forms.length > 0 ? forms : LARGE_FORMS) {
    for (const events of sizes.length > 0 ? sizes : [700_000, 1_000_000]) {
      results.push(await measure(form, events));
    }
  }
  printResult({ bench: "large", results });
} finally {
  await app.close();
}

async function measure(form: LargeForm, events: number): Promise<object> {
  console.error(`${events} events as ${form}…`);
  const log = join(app.data, `large-${events}.${form}`);
  const bytes = writeLargeLog(log, events, form);
  const floorMs = await floor(app, log);
  const opened = await open(app, log, events);
  rmSync(log);
  return {
    form,
    events,
    megabytes: round(bytes / 1e6),
    floorMs,
    ratio: getRatio(opened.completeMs, floorMs),
    ...opened,
  };
}

async function floor({ browser }: BenchApp, log: string): Promise<number> {
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  await page.setContent('<input type="file">');
  await page.locator("input").setInputFiles(log);
  const ms = await page.evaluate(readInWorker);
  await page.close();
  return Math.round(ms);
}

/** Runs in the page. */
async function readInWorker(): Promise<number> {
  const source = `onmessage = async ({ data: file }) => {
    const reader = file.stream().getReader();
    const decoder = new TextDecoder();
    let rest = "", records = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines = (rest + decoder.decode(value, { stream: true })).split("\\n");
      rest = lines.pop();
      for (const line of lines) {
        if (line.length > 0) records += JSON.parse(line.startsWith("data: ") ? line.slice(6) : line) ? 1 : 0;
      }
    }
    postMessage(records);
  };`;
  const worker = new Worker(URL.createObjectURL(new Blob([source])));
  const [file] = document.querySelector("input")?.files ?? [];
  const startedAt = performance.now();
  await new Promise((resolve, reject) => {
    worker.onmessage = resolve;
    worker.onerror = reject;
    worker.postMessage(file);
  });
  return performance.now() - startedAt;
}

/** Once without measuring the page, and once with it. */
async function open(app: BenchApp, log: string, events: number) {
  const page = await openPlainPage(app.browser);
  const files = await openChooser(page, app.url);
  const before = await measureHeap(page);
  const firstRow = waitForFirstRow(page);
  const shown = waitForEvents(page, events);
  const chosen = chosenAt(files);
  await files.setFiles(log);
  const from = await chosen;
  const times = { firstRowsMs: (await firstRow) - from, completeMs: (await shown) - from };
  await page.waitForTimeout(1000);
  const after = await measureHeap(page);
  await page.close();
  const watched = await openWatched(app, log, events);
  return { ...times, ...watched, bytesPerEvent: round((after - before) / events) };
}

async function openWatched(
  { browser, url }: BenchApp,
  log: string,
  events: number,
): Promise<PagePerformance> {
  const page = await openPage(browser);
  const files = await openChooser(page, url);
  const watched = await measurePage(page, async () => {
    await files.setFiles(log);
    await waitForEvents(page, events);
  });
  await page.close();
  return watched;
}

/** The page's clock when it receives the chosen file, because passing the file takes time. */
function chosenAt(files: FileChooser): Promise<number> {
  return files.element().evaluate(
    (input) =>
      new Promise<number>((resolve) => {
        input.addEventListener("input", () => resolve(Date.now()), { once: true });
      }),
  );
}

/** The dialog has been open for as long as the quickest user needs to choose. */
async function openChooser(page: Page, url: string): Promise<FileChooser> {
  await page.goto(url);
  const chooser = page.waitForEvent("filechooser");
  await page.getByText("Drop a log here").click();
  await page.waitForTimeout(MIN_MS);
  return chooser;
}
