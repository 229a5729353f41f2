import fc from "fast-check";
import { expect, test } from "vitest";
import {
  chooseLogsToDiscard,
  isKeepable,
  KEPT_LOG_LIMITS,
  type KeptLog,
  listKeptLogs,
} from "./kept-logs.ts";

const createLog = (id: string, bytes: number, minute: number): KeptLog => ({
  id,
  name: `${id}.jsonl`,
  bytes,
  openedAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
});

const logs = fc
  .array(fc.record({ bytes: fc.nat(100), minute: fc.nat(1000) }), { maxLength: 12 })
  .map((list) => list.map(({ bytes, minute }, index) => createLog(`l${index}`, bytes, minute)));

const sumBytes = (list: readonly KeptLog[]) => list.reduce((sum, { bytes }) => sum + bytes, 0);

test("what is kept is within the limits, and newer than what is discarded", () => {
  fc.assert(
    fc.property(logs, fc.nat(100), fc.integer({ min: 1, max: 6 }), (list, bytes, count) => {
      const added = createLog("new", bytes, 2000);
      const limits = { count, bytes: 200, bytesPerLog: 100 };
      const discarded = chooseLogsToDiscard(list, added, limits);
      const kept = [added, ...list.filter((log) => !discarded.includes(log))];
      expect(kept.length).toBeLessThanOrEqual(count);
      expect(sumBytes(kept)).toBeLessThanOrEqual(200);
      const oldestKept = kept.map(({ openedAt }) => openedAt).toSorted()[0] ?? "";
      for (const { openedAt } of discarded) expect(openedAt <= oldestKept).toBe(true);
    }),
  );
});

test("nothing is discarded while there is room", () => {
  const list = [createLog("a", 10, 1), createLog("b", 10, 2)];
  expect(chooseLogsToDiscard(list, createLog("c", 10, 3))).toEqual([]);
});

test("a log that is opened again replaces itself", () => {
  const limits = { count: 2, bytes: 100, bytesPerLog: 100 };
  const list = [createLog("a", 50, 1), createLog("b", 50, 2)];
  expect(chooseLogsToDiscard(list, createLog("a", 50, 3), limits)).toEqual([]);
});

test("an empty log and one above the limit are not kept", () => {
  expect(isKeepable({ size: 0 })).toBe(false);
  expect(isKeepable({ size: KEPT_LOG_LIMITS.bytesPerLog })).toBe(true);
  expect(isKeepable({ size: KEPT_LOG_LIMITS.bytesPerLog + 1 })).toBe(false);
});

test("a browser without storage keeps nothing", async () => {
  expect(typeof indexedDB).toBe("undefined");
  expect(await listKeptLogs()).toEqual([]);
});
