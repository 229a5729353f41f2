import { describe, expect, test } from "vitest";
import {
  createArtifactUpdate,
  createTask,
  foldRecords,
  more,
  ReportLog,
  status,
} from "../../fixtures/event-builders.ts";
import { openFixtureLog, readFixture, readFixtureBytes } from "../../fixtures/read-fixture.ts";
import { Interpretation } from "../dialects/interpretation.ts";
import { NO_FILTER } from "../dialects/settings.ts";
import { EXPORTERS } from "../export/formats.ts";
import { WHOLE_RUN } from "../export/record-selector.ts";
import type { WireRecord } from "../wire/record.ts";
import { runExportJob } from "./export-job.ts";
import { type ExportRangeName, getExportRange } from "./export-ranges.ts";
import { getRowList } from "./interpretation-cache.ts";
import { INITIAL_VIEW, type View } from "./view.ts";

const NAME = "recorded/1.0/input-required.jsonl";
const file = new File([new Uint8Array(readFixtureBytes(NAME))], "run.jsonl");
const still = new AbortController().signal;

const handedOn = (format: string, selection = WHOLE_RUN) =>
  runExportJob({ file, name: "run", selection, format, redaction: null }, () => undefined, still);

const readingOf = (records: readonly WireRecord[]) =>
  new Interpretation(foldRecords(records).timeline).update();

describe("an export", () => {
  const TEXTS = EXPORTERS.filter(({ isPage }) => !isPage);
  test.each(TEXTS.map(({ id, mediaType }) => [id, mediaType]))("is %s", async (id, type) => {
    const { blob, preview } = await handedOn(id);
    expect(blob.type).toBe(type);
    expect((await blob.text()).startsWith(preview)).toBe(true);
  });

  test("is the log byte for byte if all of it is exported as a log", async () => {
    const { blob } = await handedOn("loupe");
    expect(await blob.text()).toBe(readFixtureBytes(NAME).toString());
  });

  test("can be a part of the run, and reports progress until the end", async () => {
    const shares: number[] = [];
    const job = {
      file,
      name: "run",
      selection: { events: [{ first: 1, last: 2 }] },
      format: "loupe",
      redaction: null,
    };
    const { blob } = await runExportJob(job, (share) => shares.push(share), still);
    const { records } = openFixtureLog(new Uint8Array(await blob.arrayBuffer()));
    expect(foldRecords(records).timeline.events.length).toBe(2);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });

  test("fails if the selection is empty or the export is canceled", async () => {
    await expect(handedOn("har", { tasks: ["no such"] })).rejects.toThrow(
      "contains nothing of this run",
    );
    const left = AbortSignal.abort(new Error("given up"));
    const job = { file, name: "run", selection: WHOLE_RUN, format: "har", redaction: null };
    await expect(runExportJob(job, () => undefined, left)).rejects.toThrow("given up");
  });
});

const rangeOf = (
  name: ExportRangeName,
  interpretation: Interpretation,
  { scope, filter, brush }: View,
) => getExportRange(name, getRowList(interpretation, scope, filter).update(), brush);

describe("the ranges of a run", () => {
  const { records } = new ReportLog()
    .addRequest("message/stream", {}, "x1")
    .addHead(200, "text/event-stream", "x1")
    .addEvents(
      createTask("working"),
      createArtifactUpdate("a", "one", more),
      createArtifactUpdate("b", "two"),
      status("completed"),
    )
    .addEnd();
  const interpretation = readingOf(records);
  const part = (name: "whole" | "filtered" | "span", over: Partial<View>) =>
    rangeOf(name, interpretation, { ...INITIAL_VIEW, ...over });

  test("include the whole run", () => {
    expect(part("whole", {})).toEqual({ selection: WHOLE_RUN, events: 4, why: null });
  });

  test("include the filtered rows", () => {
    const filter = { ...NO_FILTER, query: "two" };
    expect(part("filtered", { filter })).toMatchObject({
      selection: { events: [{ first: 2, last: 2 }] },
      events: 1,
      why: null,
    });
    expect(part("filtered", { scope: 0 })).toMatchObject({
      selection: { exchanges: ["x1"] },
      events: 4,
    });
  });

  test("include the selected time range", () => {
    expect(part("span", { brush: { from: 40, to: 50 } })).toMatchObject({
      selection: { events: [{ first: 1, last: 2 }] },
      events: 2,
      why: null,
    });
  });

  test.each([
    ["filtered", {}, "No filter is active."],
    [
      "filtered",
      { filter: { ...NO_FILTER, query: "no such words" } },
      "The filter matches no events.",
    ],
    ["span", {}, "No time range is selected. Drag in the overview above the rows."],
    ["span", { brush: { from: 1, to: 2 } }, "The selected time range contains no events."],
  ] as const)("cannot be exported: %s of %j", (name, view, why) => {
    expect(part(name, view).why).toBe(why);
  });

  test("cover all events of every recorded run if the filter shows all rows", () => {
    const recorded = readingOf(readFixture("recorded/frameworks/adk-js-tools.jsonl").records);
    const filter = { ...NO_FILTER, query: "read_tide" };
    const { events, why } = rangeOf("filtered", recorded, { ...INITIAL_VIEW, filter });
    expect(why).toBeNull();
    expect(events).toBeGreaterThan(0);
    expect(events).toBeLessThan(recorded.timeline.events.length);
  });
});
