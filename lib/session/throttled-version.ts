/**
 * Store of the run's version, updated at most ten times per second, for what need not follow every
 * frame. All readers share it, and it changes together with the run, so that one render draws both.
 */

import { createStore, type StoreApi } from "zustand/vanilla";
import { createRunVersion, type RunStore, type RunVersion } from "./run.ts";

const THROTTLE_MS = 100;
/** Versions of the run come with frames, some slightly early. */
const EARLY_MS = 10;

const stores = new WeakMap<RunStore, StoreApi<RunVersion>>();

/** The store of a page, created on first use. It lives as long as the run store it follows. */
export function getThrottledVersion(run: RunStore): StoreApi<RunVersion> {
  const known = stores.get(run);
  if (known) return known;
  const store = createStore(() => createRunVersion(run.getState().timeline));
  let updatedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = () => {
    clearTimeout(timer);
    timer = undefined;
    updatedAt = performance.now();
    store.setState(createRunVersion(run.getState().timeline), true);
  };
  run.subscribe((now, before) => {
    // Another run replaces this one at once, and its end is shown at once.
    const isChanged = now.timeline !== before.timeline || now.live !== before.live;
    if (isChanged || performance.now() - updatedAt >= THROTTLE_MS - EARLY_MS) update();
    // In case the run does not grow again.
    else timer ??= setTimeout(update, THROTTLE_MS);
  });
  stores.set(run, store);
  return store;
}
