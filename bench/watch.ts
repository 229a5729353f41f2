/** What a page goes through while it is watched: frames, long tasks, busy time, nodes. */

import type { CDPSession, Page } from "@playwright/test";

export interface Watched {
  frameGapMs: { p50: number; p99: number; max: number };
  longTasks: number;
  longestTaskMs: number;
  busyShare: number;
  nodes: number;
}

interface Probe {
  gaps: number[];
  tasks: number[];
}

/** Runs in the page before anything else of it. */
export function installProbe(): void {
  const probe: Probe = { gaps: [], tasks: [] };
  Object.assign(globalThis, { probe });
  let before = 0;
  const frame = (now: number) => {
    if (before > 0) probe.gaps.push(now - before);
    before = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) probe.tasks.push(duration);
  }).observe({ entryTypes: ["longtask"] });
}

export async function watch(page: Page, act: () => Promise<void>): Promise<Watched> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  await page.evaluate(() => {
    const { probe } = globalThis as unknown as { probe: Probe };
    probe.gaps.length = 0;
    probe.tasks.length = 0;
  });
  const before = await busySeconds(devtools);
  const begun = performance.now();
  await act();
  const wall = (performance.now() - begun) / 1000;
  const busy = (await busySeconds(devtools)) - before;
  const { gaps, tasks } = await page.evaluate(
    () => (globalThis as unknown as { probe: Probe }).probe,
  );
  const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  await devtools.detach();
  gaps.sort((a, b) => a - b);
  const at = (share: number) => Math.round(gaps[Math.floor((gaps.length - 1) * share)] ?? 0);
  return {
    frameGapMs: { p50: at(0.5), p99: at(0.99), max: at(1) },
    longTasks: tasks.length,
    longestTaskMs: Math.round(Math.max(0, ...tasks)),
    busyShare: Number((busy / wall).toFixed(2)),
    nodes,
  };
}

async function busySeconds(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
}
