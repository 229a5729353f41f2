import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryRecords as anyRecords } from "../../fixtures/arbitrary.ts";
import {
  createArtifactUpdate,
  createLogReport,
  createStreamLog,
  createTask,
  foldRecords,
  more,
  ReportLog,
  status,
} from "../../fixtures/event-builders.ts";
import { FIXTURE_NAMES, readFixture } from "../../fixtures/read-fixture.ts";
import { removeWireDetails } from "../../fixtures/report-subsets.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { getFrameText } from "../timeline/timeline-queries.ts";
import type { WireRecord } from "../wire/record.ts";
import { type Selection, selectRecords, toEventRanges, WHOLE_RUN } from "./record-selector.ts";

const select = (records: readonly WireRecord[], selection: Selection) => [
  ...selectRecords(records, selection),
];
const withoutNotes = (records: readonly WireRecord[]) => records.filter(({ r }) => r !== "note");
const getNoteTexts = (records: readonly WireRecord[]) =>
  records.flatMap((record) => (record.r === "note" ? [record.text] : []));

/** The exact text of each frame, grouped by exchange. */
function getFrames(timeline: Timeline, ordinals?: readonly number[]): string[] {
  const { events, exchanges } = timeline;
  const all = ordinals ?? Array.from({ length: events.length }, (_, n) => n);
  const frames = all.map((n) => {
    const { index, id } = exchanges[events.exchange.at(n)] ?? { index: -1, id: "" };
    return {
      index,
      at: `${id} ${events.start.at(n)}`,
      text: `${id} ${getFrameText(timeline, n).trim()}`,
    };
  });
  // One frame may contain several events.
  const unique = frames.filter(({ at }, i) => frames.findIndex((frame) => frame.at === at) === i);
  return unique.sort((a, b) => a.index - b.index).map(({ text }) => text);
}

function expectFrames(records: readonly WireRecord[], first: number, last: number): void {
  const whole = foldRecords(records).timeline;
  const range = { first: Math.min(first, whole.lastEvent), last: Math.min(last, whole.lastEvent) };
  const kept = foldRecords(select(records, { events: [range] })).timeline;
  const ordinals = Array.from({ length: range.last - range.first + 1 }, (_, i) => range.first + i);
  expect(getFrames(kept)).toEqual(getFrames(whole, ordinals));
}

/** Whether bytes follow the end of their exchange: their frames are not in order. */
function hasLateBytes(records: readonly WireRecord[]): boolean {
  const ended = new Set<string>();
  const begun = new Set<string>();
  return records.some((record) => {
    if (record.r === "open") begun.add(record.x);
    if (record.r === "end") ended.add(record.x);
    if (record.r === "resume") for (const x of begun) ended.add(x);
    return record.r === "data" && ended.has(record.x);
  });
}

/** A log trimmed to its first events equals a log that ended there. */
function expectPrefix(records: readonly WireRecord[]): void {
  const bare = withoutNotes(records);
  const whole = foldRecords(bare);
  for (let n = 0; n <= whole.timeline.lastEvent; n++) {
    const { events } = whole.timeline;
    // All events of a frame are kept together.
    if (n < whole.timeline.lastEvent && events.start.at(n + 1) === events.start.at(n)) continue;
    const trimmed = withoutNotes(select(bare, { events: [{ first: 0, last: n }] }));
    expect({ n, ...removeWireDetails(createLogReport(foldRecords(trimmed))) }).toEqual({
      n,
      ...removeWireDetails(createLogReport(whole, n)),
    });
  }
}

describe("a run trimmed to a range", () => {
  test.each(FIXTURE_NAMES)(
    "%s: a range from the start is the run as it was at that event",
    (name) => {
      expectPrefix(readFixture(name).records);
    },
  );

  test.each(FIXTURE_NAMES)("%s: contains the whole frames of its events", (name) => {
    const { records } = readFixture(name);
    const count = foldRecords(records).timeline.events.length;
    for (const [first, last] of [
      [0, 0],
      [1, 3],
      [count >> 1, count - 1],
      [0, count - 1],
    ] as const) {
      if (count > 0) expectFrames(records, first, last);
    }
  });

  test("contains the whole frames of its events, for arbitrary records", () => {
    const property = fc.property(anyRecords, fc.nat(30), fc.nat(30), (records, first, length) => {
      fc.pre(foldRecords(records).timeline.lastEvent >= 0 && !hasLateBytes(records));
      expectFrames(records, first, first + length);
    });
    fc.assert(property, { numRuns: 300 });
  });

  const WITH_EVENTS = FIXTURE_NAMES.filter(
    (name) => foldRecords(readFixture(name).records).timeline.lastEvent >= 0,
  );
  test.each(WITH_EVENTS)("%s: scattered events keep their whole frames", (name) => {
    const { records } = readFixture(name);
    const whole = foldRecords(records).timeline;
    const property = fc.property(
      fc.array(fc.nat(whole.events.length), { maxLength: 6 }),
      (picked) => {
        const ordinals = [...new Set(picked.filter((n) => n <= whole.lastEvent))];
        ordinals.sort((a, b) => a - b);
        fc.pre(ordinals.length > 0);
        const kept = foldRecords(select(records, { events: toEventRanges(ordinals) })).timeline;
        expect(getFrames(kept)).toEqual(getFrames(whole, ordinals));
      },
    );
    fc.assert(property, { numRuns: 8 });
  });

  test("a range from the start is the run as it was at that event, for arbitrary records", () => {
    const property = fc.property(anyRecords, (records) => {
      // The format of text that is neither a stream nor JSON is only known from what follows.
      const isOdd = foldRecords(records).timeline.exchanges.some(
        ({ framer, body }) =>
          framer?.framing === "json" || body.slice(0, body.length).includes("no field"),
      );
      fc.pre(!hasLateBytes(records) && !isOdd);
      expectPrefix(records);
    });
    fc.assert(property, { numRuns: 150 });
  });
});

describe("a selection", () => {
  const run = new ReportLog()
    .addOpen("x1")
    .addHead(200, "text/event-stream", "x1")
    .addOpen("x2")
    .addHead(200, "text/event-stream", "x2")
    .addEventsTo("x1", createTask("working"), createArtifactUpdate("a", "Grüße, "))
    .addEventsTo("x2", { ...createTask("working"), id: "t2" })
    .addEventsTo("x1", createArtifactUpdate("a", "Welt", more), status("completed"))
    .addEnd("complete", "x1")
    .addEnd("complete", "x2");

  test("of everything returns the same records", () => {
    expect(select(run.records, WHOLE_RUN)).toEqual(run.records);
  });

  test("of an exchange leaves out the others and notes that", () => {
    const kept = select(run.records, { exchanges: ["x2"] });
    expect(kept.map(({ r }) => r)).toEqual(["open", "note", "head", "data", "end"]);
    expect(getNoteTexts(kept)).toEqual(["This log was trimmed. Left out: 4 events, 1 exchange."]);
  });

  test("of a task keeps its events", () => {
    const { tasks } = foldRecords(select(run.records, { tasks: ["t1"] })).timeline;
    expect(tasks.map(({ id }) => id)).toEqual(["t1"]);
  });

  test("of a range leaves out the end of an exchange whose body is cut", () => {
    const kept = select(run.records, { events: [{ first: 1, last: 3 }] });
    expect(kept.filter(({ r }) => r === "end")).toEqual([]);
    expect(getNoteTexts(kept)).toEqual([
      "This log was trimmed. Left out: 2 events.",
      "Left out of this response when the log was trimmed: 2 events and its end.",
    ]);
  });

  test("of nothing returns no records", () => {
    expect(select(run.records, { tasks: ["no such"] })).toEqual([]);
  });

  test("cuts reads between characters and keeps their times", () => {
    const text = createStreamLog(
      createArtifactUpdate("a", "ü"),
      createArtifactUpdate("b", "日"),
      createArtifactUpdate("c", "ß"),
    )
      .records.flatMap((record) => (record.r === "data" ? [record.text ?? ""] : []))
      .join("");
    const bytes = new TextEncoder().encode(text);
    const cut = bytes.indexOf(0xe6) + 1;
    const log = new ReportLog()
      .addOpen()
      .addHead()
      .addBytes(bytes.slice(0, cut))
      .addBytes(bytes.slice(cut))
      .addEnd();
    const kept = select(log.records, { events: [{ first: 1, last: 1 }] });
    const data = kept.filter(({ r }) => r === "data");
    expect(data.map((record) => "t" in record && record.t)).toEqual([30, 40]);
    const { timeline } = foldRecords(kept);
    expect(getFrames(timeline)).toEqual(getFrames(log.timeline, [1]));
  });
});
