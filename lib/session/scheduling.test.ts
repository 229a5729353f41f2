import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TimeSlicer } from "./scheduling.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

/** Whether another task ran before the slicer let its caller go on. */
async function hasYielded(slicer: TimeSlicer): Promise<boolean> {
  let isNextTask = false;
  setImmediate(() => {
    isNextTask = true;
  });
  await slicer.yieldToMain();
  return isNextTask;
}

/** Later, as what one waits for. */
async function passTime(ms: number): Promise<void> {
  await Promise.resolve();
  vi.advanceTimersByTime(ms);
}

test("work that takes long lets the page process its events", async () => {
  const slicer = new TimeSlicer();
  await passTime(5);
  expect(await hasYielded(slicer)).toBe(false);
  await passTime(5);
  expect(await hasYielded(slicer)).toBe(true);
  expect(await hasYielded(slicer)).toBe(false);
});

test("waiting is no work, whether it succeeds or fails", async () => {
  const slicer = new TimeSlicer();
  await slicer.waitFor(passTime(1000));
  await expect(slicer.waitFor(passTime(1000).then(() => Promise.reject("gone")))).rejects.toBe(
    "gone",
  );
  expect(await hasYielded(slicer)).toBe(false);
  await passTime(10);
  expect(await hasYielded(slicer)).toBe(true);
});
