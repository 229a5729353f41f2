/** Measures a page during an action: frames, long tasks, busy time, nodes. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CDPSession, Page } from "@playwright/test";

/** A folder for CPU profiles, one per measurement; profiling adds a small cost. */
const PROFILES = process.env.PROFILES;
let profiles = 0;

export interface PagePerformance {
  frameGapMs: { p50: number; p95: number; p99: number; max: number };
  longTasks: number;
  longestTaskMs: number;
  /** The same in processor time of the main thread, which excludes waiting. */
  longestTaskCpuMs: number;
  /** In wall time, which includes time taken by other processes. */
  busyShare: number;
  /** In processor time of the main thread. */
  cpuShare: number;
  /** Parts of the busy time, in wall time. */
  spentMs: { script: number; style: number; layout: number };
  /** How often styles and layouts were computed, per second. */
  rates: { styles: number; layouts: number };
  nodes: number;
}

interface Probe {
  gaps: number[];
  tasks: number[];
}

/** Runs in the page before its own scripts. */
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

export async function measurePage(page: Page, act: () => Promise<void>): Promise<PagePerformance> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  await page.evaluate(() => {
    const { probe } = globalThis as unknown as { probe: Probe };
    probe.gaps.length = 0;
    probe.tasks.length = 0;
  });
  if (PROFILES) {
    await devtools.send("Profiler.enable");
    await devtools.send("Profiler.start");
  }
  const [seen, longestCpuMs] = await traced(page, async () => {
    const before = await spent(devtools);
    const startedAt = performance.now();
    await act();
    const wall = (performance.now() - startedAt) / 1000;
    const after = await spent(devtools);
    const { gaps, tasks } = await page.evaluate(
      () => (globalThis as unknown as { probe: Probe }).probe,
    );
    return { before, after, wall, gaps, tasks };
  });
  if (PROFILES) {
    const { profile } = await devtools.send("Profiler.stop");
    writeFileSync(join(PROFILES, `${profiles++}.cpuprofile`), JSON.stringify(profile));
  }
  const { before, after, wall, gaps, tasks } = seen;
  const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  await devtools.detach();
  gaps.sort((a, b) => a - b);
  const at = (share: number) => Math.round(gaps[Math.floor((gaps.length - 1) * share)] ?? 0);
  return {
    frameGapMs: { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) },
    longTasks: tasks.length,
    longestTaskMs: Math.round(Math.max(0, ...tasks)),
    longestTaskCpuMs: Math.round(longestCpuMs),
    busyShare: Number(((after.busy - before.busy) / wall).toFixed(2)),
    cpuShare: Number(((after.cpu - before.cpu) / wall).toFixed(2)),
    spentMs: {
      script: Math.round((after.script - before.script) * 1000),
      style: Math.round((after.style - before.style) * 1000),
      layout: Math.round((after.layout - before.layout) * 1000),
    },
    rates: {
      styles: Math.round((after.styles - before.styles) / wall),
      layouts: Math.round((after.layouts - before.layouts) / wall),
    },
    nodes,
  };
}

/** Seconds of the main thread: in tasks, in kinds of tasks, and of processor time. */
async function spent(devtools: CDPSession) {
  const { metrics } = await devtools.send("Performance.getMetrics");
  const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? 0;
  return {
    busy: metric("TaskDuration"),
    cpu: metric("ThreadTime"),
    script: metric("ScriptDuration"),
    style: metric("RecalcStyleDuration"),
    layout: metric("LayoutDuration"),
    styles: metric("RecalcStyleCount"),
    layouts: metric("LayoutCount"),
  };
}

/** Returns the result of an action, and the processor time of its longest task. */
async function traced<T>(page: Page, act: () => Promise<T>): Promise<[T, number]> {
  const browser = page.context().browser();
  if (!browser) throw new Error("a page without a browser");
  await browser.startTracing(page, { categories: ["toplevel"] });
  try {
    const given = await act();
    const trace = (await browser.stopTracing()).toString();
    return [given, longestCpu(JSON.parse(trace) as Trace)];
  } catch (error) {
    await browser.stopTracing().catch(() => undefined);
    throw error;
  }
}

interface Trace {
  readonly traceEvents: readonly {
    readonly name: string;
    readonly pid: number;
    readonly tid: number;
    readonly tdur?: number;
    readonly args: { readonly name?: string };
  }[];
}

/** The longest task of the page's main thread by processor time. */
function longestCpu({ traceEvents }: Trace): number {
  const threads = new Map<string, number[]>();
  for (const { name, pid, tid, args } of traceEvents) {
    if (name === "thread_name" && args.name === "CrRendererMain") threads.set(`${pid} ${tid}`, []);
  }
  for (const { name, pid, tid, tdur = 0 } of traceEvents) {
    if (name.endsWith("RunTask")) threads.get(`${pid} ${tid}`)?.push(tdur);
  }
  // Main threads of closed pages are in the trace too, and may still be busy.
  const [tasks = []] = [...threads.values()].sort((a, b) => b.length - a.length);
  return tasks.reduce((longest, task) => Math.max(longest, task), 0) / 1000;
}
