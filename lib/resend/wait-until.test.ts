import { expect, test } from "vitest";
import { waitUntil } from "./wait-until.ts";

/** A trigger that the test fires, and that counts its listeners. */
function telling() {
  const stop = new AbortController();
  const lookers = new Set<() => void>();
  const ringers = new Set<() => void>();
  const into = (set: Set<() => void>) => (act: () => void) => {
    set.add(act);
    return () => void set.delete(act);
  };
  const all = (set: Set<() => void>) => () => {
    for (const act of [...set]) act();
  };
  return {
    how: { onChange: into(lookers), onTimeout: into(ringers), signal: stop.signal },
    change: all(lookers),
    ring: all(ringers),
    stop: () => stop.abort(),
    listeners: () => lookers.size + ringers.size,
  };
}

test.each([
  ["it is so", true],
  ["the time is up", false],
  ["it is stopped", false],
] as const)("stops waiting once %s, and cleans up", async (end, found) => {
  const { how, change, ring, stop, listeners } = telling();
  let isSo = false;
  const waiting = waitUntil(() => isSo, how);
  change();
  expect(listeners()).toBe(2);
  if (end === "it is so") {
    isSo = true;
    change();
  } else if (end === "the time is up") ring();
  else stop();
  expect(await waiting).toBe(found);
  expect(listeners()).toBe(0);
});

test("does not wait if the condition holds already or the signal is aborted", async () => {
  const { how, stop, listeners } = telling();
  expect(await waitUntil(() => true, how)).toBe(true);
  stop();
  expect(await waitUntil(() => true, how)).toBe(false);
  expect(listeners()).toBe(0);
});
