import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import { MissingVerdictAnalyzer } from "./missing-verdicts.ts";

const { signal: here } = new AbortController();
const recording = (id: string, of: Partial<RecordingSummary> = {}) =>
  ({ id, bytes: 10, live: false, verdict: null, ...of }) as RecordingSummary;

let read: string[];
beforeEach(() => {
  read = [];
  vi.stubGlobal("dispatchEvent", () => true);
});
afterEach(() => void vi.unstubAllGlobals());

const judge = async (id: string) => void read.push(id);

test("retries loading the analyzer", async () => {
  let failures = 1;
  const missing = new MissingVerdictAnalyzer(async () => {
    if (failures-- > 0) throw new Error("The server was not there.");
    return judge;
  });
  const list = [recording("a"), recording("b")];
  await expect(missing.analyze(list, here)).rejects.toThrow("not there");
  expect(await missing.analyze(list, here)).toBe(true);
  expect(read).toEqual(["a", "b"]);
});

test("analyzes each recording once, and again only after it has grown", async () => {
  const missing = new MissingVerdictAnalyzer(async () => judge);
  const list = [
    recording("a"),
    recording("live", { live: true }),
    recording("big", { bytes: 2e7 }),
  ];
  expect(await Promise.all([missing.analyze(list, here), missing.analyze(list, here)])).toEqual([
    true,
    false,
  ]);
  expect(await missing.analyze(list, here)).toBe(false);
  expect(await missing.analyze([recording("a", { bytes: 11 })], here)).toBe(true);
  expect(read).toEqual(["a", "a"]);
});

test("stops when it is aborted", async () => {
  const left = new AbortController();
  const missing = new MissingVerdictAnalyzer(async () => async (id: string) => {
    read.push(id);
    left.abort();
  });
  await missing.analyze([recording("a"), recording("b")], left.signal);
  expect(read).toEqual(["a"]);
});
