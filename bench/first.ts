/**
 * The UI's first moments in real Chromium with the production build: how soon the start page responds
 * and the first stream of a page stands complete, in the view that opens and in the timeline, how soon a deep link has all its bars, how long a dialog takes to open, and
 * how a run of twenty thousand rows scrubs. A bare page that reads the same stream is the floor.
 */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Page } from "@playwright/test";
import {
  getRatio,
  type MainView,
  openPage,
  openPlainPage,
  startApp,
  waitForEvents,
} from "./app.ts";
import { createLongRunLog } from "./log.ts";
import { computeMedian, printResult } from "./measure.ts";
import { measurePage } from "./watch.ts";

const ROUNDS = 7;
const TOKENS = 600;
const ROWS = 20_000;
/** As long as a user needs to read what was loaded. */
const SETTLE_MS = 1000;

/** The URL of a recording, once there is one. */
let recording = "";

const worker = new Worker(new URL("./tokens.js", import.meta.url));
const port = await new Promise<number>((resolve) => worker.once("message", resolve));
const agent = `http://127.0.0.1:${port}`;
const { url, data, browser, close } = await startApp();

try {
  const starts = await repeat(startPage);
  const talks = await repeat(() => firstStream("default"));
  const streams = await repeat(() => firstStream("timeline"));
  const links = await repeat(deepLink);
  const dialogs = await repeat(dialog);
  printResult({
    bench: "first",
    rounds: ROUNDS,
    startPage: { interactiveAfterMs: compare(starts) },
    firstStream: {
      tokens: TOKENS,
      completeAfterLastByteMs: { default: compare(talks), timeline: compare(streams) },
    },
    deepLink: { allBarsAfterMs: compare(links) },
    dialog: { openAfterMs: summarize(dialogs) },
    scrub: await scrub(),
  });
} finally {
  await close();
  await worker.terminate();
}

async function repeat<T>(stage: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let round = 0; round < ROUNDS; round++) results.push(await stage());
  return results;
}

interface Compared {
  readonly loupe: number;
  readonly floor: number;
}

function compare(rounds: readonly Compared[]): object {
  const [loupe, floor] = [rounds.map((one) => one.loupe), rounds.map((one) => one.floor)];
  return {
    ...summarize(loupe),
    floor: summarize(floor),
    ratio: getRatio(computeMedian(loupe), computeMedian(floor)),
  };
}

function summarize(values: readonly number[]): object {
  const sorted = values.map(Math.round).sort((a, b) => a - b);
  return { median: sorted[sorted.length >> 1], min: sorted[0], max: sorted.at(-1) };
}

/** A burst to a page that has shown no run yet, and the same to a bare page. */
async function firstStream(view: MainView): Promise<Compared> {
  const page = await openConnectedPage(view);
  await page.getByLabel("Message", { exact: true }).fill(String(TOKENS));
  await page.keyboard.press("Control+Enter");
  const shown = await waitForEvents(page, TOKENS + 2);
  const loupe = shown - (await getLastSent());
  await page.close();
  const bare = await openPlainPage(browser);
  await bare.goto(`${agent}/floor`);
  const doneAt = await bare.evaluate(readOnce, TOKENS);
  const floor = doneAt - (await getLastSent());
  await bare.close();
  return { loupe, floor };
}

async function openConnectedPage(view: MainView = "timeline"): Promise<Page> {
  const page = await openPlainPage(browser, view);
  await page.goto(url);
  await page.getByLabel("Agent address").fill(agent);
  await page.keyboard.press("Enter");
  await page.getByLabel("Message", { exact: true }).waitFor();
  await page.waitForTimeout(SETTLE_MS);
  return page;
}

async function getLastSent(): Promise<number> {
  return ((await (await fetch(`${agent}/sent`)).json()) as { last: number }).last;
}

/** Runs in the page: resolves to the time at which the whole text is shown. */
function readOnce(count: number): Promise<number> {
  const page = globalThis as unknown as {
    read(count: number, rate: number): void;
    done: number;
    doneAt: number;
  };
  page.read(count, 0);
  return new Promise((resolve) => {
    const look = () => (page.done >= 1 ? resolve(page.doneAt) : requestAnimationFrame(look));
    look();
  });
}

/**
 * From navigation to a recording's URL, with the scripts in the cache, to its bars and rows; and to
 * the first frame of a bare page.
 */
async function deepLink(): Promise<Compared> {
  if (recording === "") recording = await record();
  const page = await openPlainPage(browser);
  await page.goto(recording);
  await waitForBars(page);
  await page.goto("about:blank");
  const startedAt = Date.now();
  await page.goto(recording, { waitUntil: "commit" });
  const shownAt = await waitForBars(page);
  const floor = await openBarePage(page);
  await page.close();
  return { loupe: shownAt - startedAt, floor };
}

/** From navigation, with nothing in the cache, until the page handles what the user does. */
async function startPage(): Promise<Compared> {
  const page = await openPlainPage(browser, "default");
  const startedAt = Date.now();
  await page.goto(url, { waitUntil: "commit" });
  const interactiveAt = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (!document.querySelector("[data-part=screen]:not([aria-busy])")) return;
          observer.disconnect();
          resolve(Date.now());
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { subtree: true, childList: true, attributes: true });
        look();
      }),
  );
  const floor = await openBarePage(page);
  await page.close();
  return { loupe: interactiveAt - startedAt, floor };
}

/** From navigation to the first frame of the bare page, which is in the cache. */
async function openBarePage(page: Page): Promise<number> {
  await page.goto(`${agent}/floor`);
  await page.goto("about:blank");
  const startedAt = Date.now();
  await page.goto(`${agent}/floor`, { waitUntil: "commit" });
  return (await page.evaluate(waitForFrame)) - startedAt;
}

/** Runs in the page: the page's clock in the first frame after its content has loaded. */
function waitForFrame(): Promise<number> {
  return new Promise((resolve) => {
    const wait = () => requestAnimationFrame(() => resolve(Date.now()));
    if (document.readyState === "complete") wait();
    else addEventListener("load", wait);
  });
}

async function record(): Promise<string> {
  const page = await openConnectedPage();
  await page.getByLabel("Message", { exact: true }).fill(String(TOKENS));
  await page.keyboard.press("Control+Enter");
  await waitForEvents(page, TOKENS + 2);
  await page.waitForURL(/run=/);
  const found = page.url();
  await page.close();
  return found;
}

/** The page's clock in the frame in which verdict, playhead, filter and a row are shown. */
function waitForBars(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error("the bars were never complete")), 60_000);
        const wanted = [
          "[data-testid=verdict]",
          "[role=slider][aria-label=Playhead]",
          "[aria-label='Filter rows']",
          "[role=treegrid] [role=row] [data-part=title]",
        ];
        const look = () => {
          if (!wanted.every((selector) => document.querySelector(selector))) return;
          observer.disconnect();
          requestAnimationFrame(() => resolve(Date.now()));
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { subtree: true, childList: true, attributes: true });
        look();
      }),
  );
}

/** From the key to the frame in which a dialog is open that was open before. */
async function dialog(): Promise<number> {
  const page = await openPlainPage(browser);
  await page.goto(url);
  const shown = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await page.getByLabel("Agent address").waitFor();
  await page.waitForTimeout(SETTLE_MS);
  await page.locator("body").click({ position: { x: 2, y: 600 } });
  for (const _ of [1, 2]) {
    await page.keyboard.press("?");
    await shown.waitFor();
    await page.keyboard.press("Escape");
    await shown.waitFor({ state: "hidden" });
  }
  // Installed before the key is pressed, which may be handled at once.
  await page.evaluate(() => {
    const home = globalThis as unknown as { opened: Promise<number> };
    home.opened = new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error("the dialog never opened")), 60_000);
      let pressedAt = 0;
      addEventListener("keydown", ({ timeStamp }) => (pressedAt = timeStamp), true);
      const observer = new MutationObserver(() => {
        if (!document.querySelector("dialog[open]")) return;
        observer.disconnect();
        requestAnimationFrame((now) => resolve(now - pressedAt));
      });
      observer.observe(document, { subtree: true, childList: true, attributes: true });
    });
  });
  await page.keyboard.press("?");
  const took = await page.evaluate(
    () => (globalThis as unknown as { opened: Promise<number> }).opened,
  );
  await page.close();
  return took;
}

/** The playhead of a long run, dragged one step per frame. */
async function scrub(): Promise<object> {
  const log = join(data, "scrub.jsonl");
  writeFileSync(log, createLongRunLog(ROWS));
  const page = await openPage(browser);
  await page.goto(url);
  const chooser = page.waitForEvent("filechooser");
  await page.getByText("Drop a log here").click();
  await (await chooser).setFiles(log);
  await waitForEvents(page, ROWS);
  await page.waitForTimeout(SETTLE_MS);
  const band = await page.getByRole("slider", { name: "Playhead" }).boundingBox();
  if (!band) throw new Error("no playhead");
  const y = band.y + 8;
  const { frameGapMs, longestTaskMs, longestTaskCpuMs } = await measurePage(page, async () => {
    await page.mouse.move(band.x + band.width * 0.9, y);
    await page.mouse.down();
    for (let step = 0; step < 120; step++) {
      await page.mouse.move(band.x + band.width * (0.9 - step * 0.006), y);
      await page.evaluate(
        () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())),
      );
    }
    await page.mouse.up();
  });
  await page.close();
  return { rows: ROWS, frameGapMs, longestTaskMs, longestTaskCpuMs };
}
