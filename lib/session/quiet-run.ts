/**
 * Store with the quiet of the open run: true while it is recorded and no event has come for a moment.
 * All readers share one clock.
 */

import { createStore, type StoreApi } from "zustand/vanilla";
import type { RunStore } from "./run.ts";

/** Agents close a stream right after its last event; what is open for longer stays open. */
const QUIET_MS = 1000;

const stores = new WeakMap<RunStore, StoreApi<boolean>>();

/** The store of a page, created on first use. It lives as long as the run store it follows. */
export function getQuietRun(run: RunStore): StoreApi<boolean> {
  const known = stores.get(run);
  if (known) return known;
  const store = createStore(() => false);
  let seen = run.getState().timeline.lastEvent;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restart = () => {
    clearTimeout(timer);
    store.setState(false, true);
    if (run.getState().live) timer = setTimeout(() => store.setState(true, true), QUIET_MS);
  };
  run.subscribe((now, before) => {
    const { lastEvent } = now.timeline;
    if (now.live === before.live && now.timeline === before.timeline && lastEvent === seen) return;
    seen = lastEvent;
    restart();
  });
  restart();
  stores.set(run, store);
  return store;
}
