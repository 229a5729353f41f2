// Every recorded run, replayed and recorded again, gives the same timeline.
import { expect, test } from "vitest";
import { createLogReport, foldRecords } from "../../../fixtures/event-builders.ts";
import { FIXTURE_NAMES, readFixture } from "../../../fixtures/read-fixture.ts";
import type { OpenRecord, WireRecord } from "../../wire/record.ts";
import { getResponseBytes, resendRequest, startTestReplay } from "./replay.testkit.ts";

const RECORDED = FIXTURE_NAMES.filter((name) => /^recorded\/(?:0\.2|0\.3|1\.0)\//.test(name));

test.each(RECORDED)("%s", async (name) => {
  const { records } = readFixture(name);
  const { url, served } = await startTestReplay(records);
  const before: WireRecord[] = [];
  const after: WireRecord[] = [];
  for (const open of records) {
    if (open.r !== "open") continue;
    const recorded = records.filter((record) => "x" in record && record.x === open.x);
    const isHungUp = recorded.some((record) => record.r === "end" && record.cause === "aborted");
    const length = getResponseBytes(recorded).length;
    const again = await resendRequest(open, url, isHungUp ? length : undefined);
    if (isCard(open)) continue;
    expect(getResponseBytes(again).equals(getResponseBytes(recorded))).toBe(true);
    before.push(...recorded.map((record) => timeless(record, open)));
    after.push(...again.map((record) => timeless(record, open)));
  }
  expect(served.map(({ exchange }) => exchange).filter((it) => it !== null)).toHaveLength(
    before.filter(({ r }) => r === "open").length,
  );
  expect(createLogReport(foldRecords(after))).toEqual(createLogReport(foldRecords(before)));
});

const isCard = ({ url }: OpenRecord) => url.includes("/.well-known/");

/** Removes what differs between two runs: times, addresses, and texts of the recorder. */
function timeless(record: WireRecord, { x, url }: OpenRecord): WireRecord {
  if (!("x" in record)) return record;
  if (record.r === "open") return { ...record, x, t: null, url };
  if (record.r === "head") return { ...record, x, t: null, timing: {} };
  if (record.r !== "end" || record.error?.by !== "loupe") return { ...record, x, t: null };
  return { ...record, x, t: null, error: { by: "loupe", message: "" } };
}
