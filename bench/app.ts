/** Starts the production build and Chromium; every benchmark of the UI begins with this. */

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Browser, chromium, type Page } from "@playwright/test";
import { installProbe } from "./watch.ts";

export interface BenchApp {
  readonly url: string;
  /** For recordings, and for other files of the benchmark. */
  readonly data: string;
  /** The process of the server. */
  readonly pid: number;
  readonly browser: Browser;
  close(): Promise<void>;
}

export async function startApp(): Promise<BenchApp> {
  const data = mkdtempSync(join(tmpdir(), "loupe-bench-"));
  const { url, pid, stop } = await serve(data);
  const installed = "/usr/bin/chromium";
  const browser = await chromium.launch({
    ...(existsSync(installed) && { executablePath: installed }),
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  const close = async () => {
    await browser.close();
    stop();
    rmSync(data, { recursive: true, force: true });
  };
  return { url, data, pid, browser, close };
}

async function serve(data: string): Promise<Pick<BenchApp, "url" | "pid"> & { stop(): void }> {
  const server = spawn(process.execPath, ["scripts/serve.mjs"], {
    env: { ...process.env, HOST: "127.0.0.1", PORT: "0", LOUPE_DATA: data },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: server.stdout })) {
    const found = /^Loupe is at (\S+)/.exec(line)?.[1];
    if (found === undefined) continue;
    return { url: found, pid: server.pid ?? 0, stop: () => server.kill("SIGTERM") };
  }
  throw new Error("the server never started; npm start builds what it needs");
}

/** The view that a run opens in; `default` leaves the choice to the application. */
export type MainView = "timeline" | "default";

export async function openPage(browser: Browser, view: MainView = "timeline"): Promise<Page> {
  const page = await openPlainPage(browser, view);
  await page.addInitScript(installProbe);
  return page;
}

/** A page without measuring, because measuring takes time itself. */
export async function openPlainPage(browser: Browser, view: MainView = "timeline"): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(60_000);
  if (view === "timeline") {
    await page.addInitScript(() => localStorage.setItem("loupe.mainView", '"timeline"'));
  }
  return page;
}

/** The page's clock in the frame in which this number of events is shown, as the position beside the axis says. */
export function waitForEvents(page: Page, events: number): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error(`${wanted} events were never shown`)), 60_000);
        const look = () => {
          const position = document.querySelector("[data-testid=position]")?.textContent ?? "";
          const count = Number(/([\d,]+) \//.exec(position)?.[1]?.replaceAll(",", "") ?? 0);
          if (count < wanted) return;
          observer.disconnect();
          requestAnimationFrame(() => resolve(Date.now()));
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { subtree: true, childList: true, characterData: true });
        look();
      }),
    events,
  );
}

/** The same for the first row. */
export function waitForFirstRow(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (!document.querySelector("[role=treegrid] [role=row]")) return;
          observer.disconnect();
          requestAnimationFrame(() => resolve(Date.now()));
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { subtree: true, childList: true });
        look();
      }),
  );
}

/** Bytes of all script objects after garbage collection. */
export async function measureHeap(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("HeapProfiler.collectGarbage");
  const usage = (await devtools.send("Runtime.getHeapUsage")) as {
    usedSize: number;
    backingStorageSize?: number;
  };
  await devtools.detach();
  return usage.usedSize + (usage.backingStorageSize ?? 0);
}

export function getRatio(ours: number, floor: number): number {
  return Number((ours / floor).toFixed(2));
}
