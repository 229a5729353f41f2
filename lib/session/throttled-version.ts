/**
 * Store of the run's version, updated at most ten times per second, for what need not follow every
 * frame. All readers share it, so that they render together.
 */

import { createStore, type StoreApi } from "zustand/vanilla";
import { createRunVersion, type RunStore, type RunVersion } from "./run.ts";
import { Throttle, waitForPaint } from "./scheduling.ts";

const THROTTLE_MS = 100;

const stores = new WeakMap<RunStore, StoreApi<RunVersion>>();

/** The store of a page, created on first use. It lives as long as the run store it follows. */
export function getThrottledVersion(run: RunStore): StoreApi<RunVersion> {
  const known = stores.get(run);
  if (known) return known;
  const store = createStore(() => createRunVersion(run.getState().timeline));
  const update = () => store.setState(createRunVersion(run.getState().timeline), true);
  const throttle = new Throttle<void>(THROTTLE_MS, update);
  run.subscribe((now, before) => {
    // Another run replaces this one at once. At its end, the rows have the most to draw and come first.
    if (now.timeline !== before.timeline) update();
    else if (now.live !== before.live) void waitForPaint().then(update);
    else throttle.push();
  });
  stores.set(run, store);
  return store;
}
