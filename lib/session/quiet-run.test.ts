import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { getQuietRun } from "./quiet-run.ts";
import type { Run, RunStore } from "./run.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a run is quiet while it is recorded and no event comes", () => {
  const timeline = { lastEvent: -1 };
  const run = createStore(() => ({ live: false, timeline, updates: 0 }));
  const update = (change: object) =>
    run.setState({ updates: run.getState().updates + 1, ...change });
  const quiet = getQuietRun(run as unknown as RunStore & { getState(): Run });
  const isQuietAfterAll = () => {
    vi.runAllTimers();
    return quiet.getState();
  };
  expect(isQuietAfterAll()).toBe(false);
  update({ live: true });
  expect(quiet.getState()).toBe(false);
  expect(isQuietAfterAll()).toBe(true);
  // Bytes without an event, such as keep-alives.
  update({});
  expect(quiet.getState()).toBe(true);
  timeline.lastEvent = 0;
  update({});
  expect(quiet.getState()).toBe(false);
  expect(isQuietAfterAll()).toBe(true);
  update({ live: false });
  expect(isQuietAfterAll()).toBe(false);
});
