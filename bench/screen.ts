/**
 * The UI in real Chromium with the production build: how soon bursts of tokens are shown, how far a
 * steady stream lags, and how a long recording scrolls and scrubs.
 */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "@playwright/test";
import { getRatio, type MainView, measureHeap, openPage, startApp, waitForEvents } from "./app.ts";
import { createLongRunLog, createTurnsLog, EVENTS_PER_TURN } from "./log.ts";
import { printResult } from "./measure.ts";
import { measurePage, type PagePerformance } from "./watch.ts";

const ROWS = 100_000;
const SETTLE_MS = 2000;
const TURNS = 200;

const worker = new Worker(new URL("./tokens.js", import.meta.url));
const port = await new Promise<number>((resolve) => worker.once("message", resolve));
const agent = `http://127.0.0.1:${port}`;
const { url, data, browser, close } = await startApp();

try {
  const results: Record<string, unknown> = { bench: "screen" };
  const stages = {
    firstVisit: () => firstVisit(browser),
    burst600: () => inBothViews((view) => burst(browser, view, 600)),
    burst10k: () => inBothViews((view) => burst(browser, view, 10_000)),
    burst50k: () => inBothViews((view) => burst(browser, view, 50_000)),
    steady: () => inBothViews((view) => steady(browser, view, 5000, 500)),
    ordinary: () => inBothViews((view) => steady(browser, view, 1500, 50)),
    ordinaryLong: () => inBothViews((view) => steady(browser, view, 101_000, 50, 100_000)),
    fourStreams: () => inBothViews((view) => fourStreams(browser, view)),
    rendered: () => inspected(browser, "Rendered"),
    chunks: () => inspected(browser, "Chunks"),
    longRecording: () => longRecording(browser),
    views: () => switchViews(browser, createLongRunLog(20_000), 20_000),
    turns: () => switchViews(browser, createTurnsLog(TURNS), TURNS * EVENTS_PER_TURN),
    longAnswer: () => longAnswer(browser),
  };
  const args = process.argv.slice(2);
  for (const [name, stage] of Object.entries(stages)) {
    if (args.length > 0 && !args.includes(name)) continue;
    console.error(`${name}…`);
    results[name] = await stage().catch((error: unknown) => String(error));
  }
  printResult(results);
} finally {
  await close();
  await worker.terminate();
}

/** As a user gets it, and with the rows in its place. */
async function inBothViews(stage: (view: MainView) => Promise<object>): Promise<object> {
  return { default: await stage("default"), timeline: await stage("timeline") };
}

async function connected(browser: Browser, view: MainView = "timeline"): Promise<Page> {
  const page = await openPage(browser, view);
  await page.goto(url);
  await page.getByLabel("Agent address").fill(agent);
  await page.keyboard.press("Enter");
  await page.getByLabel("Message", { exact: true }).waitFor();
  return page;
}

async function send(page: Page, text: string): Promise<void> {
  await page.getByLabel("Message", { exact: true }).fill(text);
  await page.keyboard.press("Control+Enter");
}

async function sentAt(): Promise<{ first: number; last: number }> {
  return (await (await fetch(`${agent}/sent`)).json()) as { first: number; last: number };
}

/** JavaScript of a first visit, and its transferred size. */
async function firstVisit(browser: Browser): Promise<object> {
  const page = await browser.newPage();
  const sizes: Promise<number>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    sizes.push(
      response.body().then(
        (body) => gzipSync(body).length,
        () => 0,
      ),
    );
  });
  await page.goto(url, { waitUntil: "networkidle" });
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await page.close();
  return { scripts: sizes.length, gzipKB: Math.round(bytes / 100) / 10 };
}

async function burst(browser: Browser, view: MainView, count: number): Promise<object> {
  const { readMs } = await bare(browser, 1, count, 0);
  const page = await connected(browser, view);
  let loupe = 0;
  const watched = await measurePage(page, async () => {
    await send(page, String(count));
    const shown = await waitForEvents(page, count + 2);
    loupe = shown - (await sentAt()).first;
  });
  await page.close();
  return {
    events: count,
    loupeMs: loupe,
    floorMs: readMs,
    ratio: getRatio(loupe, readMs),
    ...watched,
  };
}

/** A bare page that reads as many streams at the same rate: the baseline of this machine. */
async function bare(
  browser: Browser,
  streams: number,
  count: number,
  rate: number,
  before = 0,
): Promise<{ readMs: number; watched: PagePerformance }> {
  const page = await openPage(browser);
  await page.goto(`${agent}/floor`);
  const reading = page.evaluate(readBare, { streams, count, rate, before });
  if (before > 0) await page.waitForTimeout(SETTLE_MS);
  let doneAt = 0;
  const watched = await measurePage(page, async () => {
    doneAt = await reading;
  });
  await page.close();
  return { readMs: doneAt - (await sentAt()).first, watched };
}

interface BareStreams {
  readonly streams: number;
  readonly count: number;
  readonly rate: number;
  readonly before: number;
}

/** Runs in the page: resolves to the time at which the text of all streams is shown. */
function readBare({ streams, count, rate, before }: BareStreams): Promise<number> {
  const page = globalThis as unknown as {
    read(count: number, rate: number, before: number): void;
    done: number;
    doneAt: number;
  };
  for (let stream = 0; stream < streams; stream++) page.read(count, rate, before);
  return new Promise((resolve) => {
    const look = () => (page.done >= streams ? resolve(page.doneAt) : requestAnimationFrame(look));
    look();
  });
}

/** `before`: tokens that come at once before the measurement, so that the answer is long. */
async function steady(
  browser: Browser,
  view: MainView,
  count: number,
  rate: number,
  before = 0,
): Promise<object> {
  const floor = await bare(browser, 1, count, rate, before);
  const page = await connected(browser, view);
  if (before > 0) {
    await send(page, `${count} ${rate} ${before}`);
    await waitForEvents(page, before);
    await page.waitForTimeout(SETTLE_MS);
  }
  let lag = 0;
  const watched = await measurePage(page, async () => {
    if (before === 0) await send(page, `${count} ${rate}`);
    const shown = await waitForEvents(page, count + 2);
    lag = shown - (await sentAt()).last;
  });
  await page.close();
  return {
    events: count,
    rate,
    lastShownAfterMs: lag,
    busyRatio: getRatio(watched.busyShare, floor.watched.busyShare),
    cpuRatio: getRatio(watched.cpuShare, floor.watched.cpuShare),
    ...watched,
    floor: floor.watched,
  };
}

async function fourStreams(browser: Browser, view: MainView): Promise<object> {
  const floor = await bare(browser, 4, 2500, 500);
  const page = await connected(browser, view);
  const watched = await measurePage(page, async () => {
    for (let stream = 0; stream < 4; stream++) await send(page, "2500 500");
    await waitForEvents(page, 4 * 2502);
  });
  await page.close();
  const cpuRatio = getRatio(watched.cpuShare, floor.watched.cpuShare);
  return { streams: 4, perSecond: 500, cpuRatio, ...watched, floor: floor.watched };
}

/** The text of a stream, or its chunks, shown in the inspector while the stream runs. */
async function inspected(browser: Browser, tab: string): Promise<object> {
  const page = await connected(browser);
  await send(page, "3000 500");
  await page.getByRole("treegrid", { name: "Timeline" }).getByText("frames merged").click();
  await page.getByRole("tab", { name: tab }).click();
  const watched = await measurePage(page, async () => void (await waitForEvents(page, 3002)));
  await page.close();
  return { perSecond: 500, ...watched };
}

/** A log with one row per event, scrolled by wheel and scrubbed by dragging. */
async function longRecording(browser: Browser): Promise<object> {
  const log = join(data, "long.jsonl");
  writeFileSync(log, createLongRunLog(ROWS));
  const page = await openPage(browser);
  await page.goto(url);
  const startedAt = performance.now();
  const chooser = page.waitForEvent("filechooser");
  await page.getByText("Drop a log here").click();
  await (await chooser).setFiles(log);
  await waitForEvents(page, ROWS);
  const openMs = Math.round(performance.now() - startedAt);
  await page.waitForLoadState("networkidle");
  const list = await page.getByRole("treegrid").boundingBox();
  const band = await page.getByRole("slider", { name: "Playhead" }).boundingBox();
  if (!list || !band) throw new Error("nothing to scroll");
  await page.mouse.move(list.x + 200, list.y + 200);
  const scroll = await measurePage(page, async () => {
    for (let step = 0; step < 120; step++) {
      await page.mouse.wheel(0, step % 40 === 39 ? -200_000 : 900);
      await nextFrame(page);
    }
  });
  const positions = new Set<string>();
  const scrub = await measurePage(page, async () => {
    for (const position of await dragAlong(page, band, "[data-testid=position]")) {
      positions.add(position);
    }
  });
  await page.close();
  const floor = await openPage(browser);
  await floor.goto(`${agent}/floor`);
  const dragged = await measurePage(floor, async () => void (await dragAlong(floor, band, "#out")));
  await floor.close();
  return {
    events: ROWS,
    openMs,
    scroll,
    scrub: { distinctPositions: positions.size, ...scrub },
    dragFloor: dragged,
  };
}

/** A long log: from the key to the first frame of the other view, scrolling both, and typing. */
async function switchViews(browser: Browser, text: string, events: number): Promise<object> {
  const log = join(data, "views.jsonl");
  writeFileSync(log, text);
  const page = await openPage(browser);
  await page.goto(url);
  const chooser = page.waitForEvent("filechooser");
  await page.getByText("Drop a log here").click();
  await (await chooser).setFiles(log);
  await waitForEvents(page, events);
  await page.waitForTimeout(SETTLE_MS);
  const switches: number[] = [];
  const scrolls: PagePerformance[] = [];
  const [turn, row] = ["[aria-label=Conversation] [role=listitem]", "[role=treegrid] [role=row]"];
  for (const [name, selector] of [
    ["Conversation", turn],
    ["Timeline", row],
    ["Conversation", turn],
    ["Timeline", row],
  ] as const) {
    await page.evaluate(watchSwitch, selector);
    await page.getByRole("radio", { name }).click();
    switches.push(
      await page.evaluate(() => (globalThis as unknown as { shown: Promise<number> }).shown),
    );
    scrolls.push(await scrollUp(page, selector));
  }
  await page.getByLabel("Filter rows").click();
  const typing = await measurePage(page, async () => {
    await page.keyboard.type("token 17", { delay: 50 });
    await nextFrame(page);
  });
  await page.close();
  const scrollGapsMs = scrolls.map(({ frameGapMs }) => frameGapMs);
  return { events, switchMs: switches, scrollGapsMs, typing };
}

/** Scrolls the list of what the selector finds by wheel: from its end upwards, and back. */
async function scrollUp(page: Page, selector: string): Promise<PagePerformance> {
  const shown = await page.locator(selector).first().locator("xpath=../../..").boundingBox();
  if (!shown) throw new Error("nothing to scroll");
  await page.mouse.move(shown.x + shown.width / 2, shown.y + shown.height / 2);
  return measurePage(page, async () => {
    for (let step = 0; step < 90; step++) {
      await page.mouse.wheel(0, step < 60 ? -300 : 600);
      await nextFrame(page);
    }
  });
}

/** Runs in the page: measures from the next press to the frame in which an element is there. */
function watchSwitch(selector: string): void {
  const home = globalThis as unknown as { shown: Promise<number> };
  home.shown = new Promise((resolve) => {
    let pressedAt = 0;
    addEventListener("pointerdown", ({ timeStamp }) => (pressedAt = timeStamp), { once: true });
    const observer = new MutationObserver(() => {
      if (pressedAt === 0 || !document.querySelector(selector)) return;
      observer.disconnect();
      requestAnimationFrame((now) => resolve(Math.round(now - pressedAt)));
    });
    observer.observe(document, { subtree: true, childList: true });
  });
}

/** A live answer of 200,000 tokens in the view that opens: elements and memory while it grows. */
async function longAnswer(browser: Browser): Promise<object> {
  const page = await connected(browser, "default");
  const results: object[] = [];
  await send(page, "200100 20 200000");
  for (const tokens of [50_000, 200_000]) {
    await waitForEvents(page, tokens);
    const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
    const heapMB = Math.round((await measureHeap(page)) / 1e5) / 10;
    results.push({ tokens, nodes, heapMB });
  }
  await page.close();
  return { results };
}

/** Drags left one step per frame; returns an element's text after each frame. */
async function dragAlong(
  page: Page,
  band: { readonly x: number; readonly y: number; readonly width: number },
  selector: string,
): Promise<string[]> {
  const texts: string[] = [];
  const y = band.y + 8;
  await page.mouse.move(band.x + band.width * 0.9, y);
  await page.mouse.down();
  for (let step = 0; step < 120; step++) {
    await page.mouse.move(band.x + band.width * (0.9 - step * 0.006), y);
    await nextFrame(page);
    texts.push((await page.locator(selector).textContent()) ?? "");
  }
  await page.mouse.up();
  return texts;
}

function nextFrame(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())),
  );
}
