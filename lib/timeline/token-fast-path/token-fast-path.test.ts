// The fast path skips parsing and does not change any result.
import fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryRecords as anyRecords } from "../../../fixtures/arbitrary.ts";
import { createLogReport } from "../../../fixtures/event-builders.ts";
import { createLinter } from "../../lint/linter.ts";
import { LogOpener } from "../../log/log-opener.ts";
import { type RecordBatch, RecordBatchReader, RecordBatchWriter } from "../../log/record-batch.ts";
import type { Body } from "../../wire/body.ts";
import type { WireRecord } from "../../wire/record.ts";
import type { EventIndex } from "../event-index.ts";
import { Ingest } from "../ingest.ts";
import type { TaskLane } from "../task.ts";
import type { Timeline } from "../timeline.ts";
import type { TimelineObserver } from "../timeline-observer.ts";
import { TokenRecord } from "./token-record.ts";

const WORDS = [
  "a",
  " token",
  "",
  "Grüße, ",
  "🌍",
  'in "quotes"',
  "line\n",
  "a text long enough to count",
];

const tokenOf = fc.record({
  x: fc.constantFrom("x1", "x2"),
  task: fc.constantFrom("t1", "t2"),
  form: fc.constantFrom("0.3", "1.0", "bare", "error", "lacking", "snake", "wordy"),
  append: fc.boolean(),
  lastChunk: fc.constantFrom(false, false, true),
  words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 }),
  /** Text before the last of them. */
  noise: fc.constantFrom("", ": ping\n\n", "data: {", "\r", "\u{FEFF}", "<p>"),
});

type Tokens = typeof tokenOf extends fc.Arbitrary<infer T> ? T : never;

const asSse = (json: string) => `data: ${json}\n\n`;

type Said = Pick<Tokens, "form" | "append" | "lastChunk"> & { readonly task: string };

function jsonOf({ task, form, append, lastChunk }: Said, text: string): string {
  const part = form === "1.0" ? { text } : { kind: "text", text };
  const artifact = { artifactId: "a", parts: [part] };
  const at = form === "lacking" ? {} : { contextId: "c1" };
  const ids = form === "snake" ? { task_id: task, context_id: "c1" } : { taskId: task, ...at };
  const update = { ...ids, artifact, append, lastChunk };
  const is1 = form === "1.0" || form === "wordy";
  const result = is1 ? { artifactUpdate: update } : { kind: "artifact-update", ...update };
  // Errors keep their details.
  const error =
    form === "error" ? { error: { code: -32000, message: "broke", data: { n: 1 } } } : {};
  const said = form === "bare" ? result : { jsonrpc: "2.0", id: 1, ...error, result };
  return JSON.stringify(said);
}

type Stream = Omit<Tokens, "x" | "task"> & { readonly x: string; readonly task: string };

function recordsOf(tokens: Stream, t: number): WireRecord[] {
  const { x, words, noise } = tokens;
  const said = words.map((word) => asSse(jsonOf(tokens, word)));
  said.splice(-1, 0, ...(noise === "" ? [] : [noise]));
  return said.map((text, i) => ({ r: "data", x, t: t + i, text, n: Buffer.byteLength(text) }));
}

type Read = readonly [record: WireRecord, at: number];

interface Log {
  readonly bytes: Buffer;
  readonly packs: readonly RecordBatch[];
  readonly reads: readonly Read[];
}

function opened(records: readonly WireRecord[]): Log {
  const header = { r: "loupe", version: 1, id: "l", at: null, by: "" };
  const lines = [header, ...records].map((record) => `${JSON.stringify(record)}\n`);
  const bytes = Buffer.from(lines.join(""));
  const packer = new RecordBatchWriter();
  const opener = new LogOpener({
    record: (record, at) => packer.add(record, at),
    skip: () => undefined,
  });
  opener.push(bytes);
  opener.end();
  const packs = packer.takeAll().map((pack) => structuredClone(pack));
  const reads: Read[] = [];
  for (const pack of packs) {
    const records = new RecordBatchReader(pack);
    records.take(Number.POSITIVE_INFINITY, (record, at) => void reads.push([record, at]));
  }
  return { bytes, packs, reads };
}

/** All numbers that the timeline stores for each event. */
function rowsOf({ events }: Timeline): number[][] {
  const { kind, exchange, entry, start, end, time, evidence, decodeIssues, orderIssues, entries } =
    events;
  const all = [
    kind,
    exchange,
    entry,
    start,
    end,
    time,
    evidence,
    decodeIssues,
    orderIssues,
    entries,
  ];
  return Array.from({ length: events.length }, (_, n) => all.map((column) => column.at(n)));
}

/** The entries, violations, byte offsets and texts of each event. */
function tracksOf(timeline: Timeline): unknown[] {
  const { entries, tasks, exchanges, decodeIssueEvents, orderIssueEvents, violations } = timeline;
  const numbersOf = ({ events: track }: { readonly events: EventIndex }) =>
    Array.from({ length: track.count }, (_, i) => [track.at(i), track.bytesAt(track.at(i))]);
  const chunksOf = ({ artifacts }: TaskLane) =>
    artifacts.flatMap(({ revisions }) =>
      revisions.map((one) => Array.from({ length: one.chunkCount }, (_, i) => one.chunkAt(i))),
    );
  const shown = [
    ...entries.map(({ events: track }) => track),
    ...decodeIssueEvents,
    ...orderIssueEvents,
  ];
  const tracks = shown.map((track) => track && { events: track });
  const touched = [...tracks, ...tasks, ...exchanges].map((one) => one && numbersOf(one));
  const broken = [...violations].map(([rule, of]) => {
    const count = of.eventsAt(Number.POSITIVE_INFINITY);
    return [rule, Array.from({ length: count }, (_, i) => of.eventAt(i))];
  });
  return [touched, tasks.map(chunksOf), broken, entries.map(({ issues }) => issues)];
}

/**
 * Each frame is decoded; each frame is compared with the one before; or records that the log reader
 * knows to be tokens are not even framed.
 */
type How = "parsed" | "framed" | "told";

/** The records as anyone else would have them: not known to be tokens. */
function untold(reads: readonly Read[]): Read[] {
  return reads.map(([record, at]) => [{ ...record }, at]);
}

function folded({ reads }: Pick<Log, "reads">, how: How): Ingest {
  const ingest = new Ingest({ observer: createLinter(), decodeEveryFrame: how === "parsed" });
  for (const [record, at] of how === "told" ? reads : untold(reads)) ingest.push(record, at);
  ingest.finish();
  return ingest;
}

/** The same text in different reads: split anywhere, after joining adjacent ones. */
function recut(reads: readonly Read[], cuts: readonly number[]): Read[] {
  const all: WireRecord[] = [];
  for (const [record] of reads) {
    const last = all.at(-1);
    const isMore = record.r === "data" && last?.r === "data" && last.x === record.x;
    if (isMore && last.text !== undefined && record.text !== undefined) {
      all[all.length - 1] = { r: "data", x: last.x, t: last.t, text: last.text + record.text };
    } else all.push(record);
  }
  return all.flatMap((record): Read[] => {
    if (record.r !== "data" || record.text === undefined) return [[record, -1]];
    // Characters are not split.
    const points = [...record.text];
    const ends = cuts.map((cut) => cut % (points.length + 1)).sort((a, b) => a - b);
    const texts = [...ends, points.length].map((end, i) =>
      points.slice(i === 0 ? 0 : ends[i - 1], end).join(""),
    );
    return texts.map((text) => [{ r: "data", x: record.x, t: record.t, text }, -1]);
  });
}

/** Reads as a page does that holds little of what it can read again. Counts the folded events. */
function paged({ bytes, packs }: Log): [ingest: Ingest, seen: number] {
  const textAt = (place: number) => {
    const record = JSON.parse(String(bytes.subarray(place, bytes.indexOf("\n", place))));
    return record.text ?? null;
  };
  const linter = createLinter();
  let seen = 0;
  const observer: TimelineObserver = {
    onEvent(event) {
      seen++;
      linter.onEvent(event);
    },
    appliesToEveryToken: (rule) => linter.appliesToEveryToken(rule),
    onOpen: (timeline, exchange) => linter.onOpen(timeline, exchange),
    onHead: (timeline, exchange) => linter.onHead(timeline, exchange),
    onEnd: (timeline, exchange) => linter.onEnd(timeline, exchange),
  };
  const source = { minHeldUnits: 300, readTextAt: textAt };
  const ingest = new Ingest({ observer, source });
  for (const pack of packs) {
    new RecordBatchReader(pack).take(Number.POSITIVE_INFINITY, ingest.push.bind(ingest));
  }
  ingest.finish();
  return [ingest, seen];
}

function expectSame(told: Ingest, parsed: Ingest): void {
  expect(createLogReport(told)).toEqual(createLogReport(parsed));
  expect(told.skipped).toEqual(parsed.skipped);
  expect(told.timeline.records).toBe(parsed.timeline.records);
  expect(rowsOf(told.timeline)).toEqual(rowsOf(parsed.timeline));
  expect(tracksOf(told.timeline)).toEqual(tracksOf(parsed.timeline));
  for (const [
    i,
    { body, events, firstByteTime, lastByteTime },
  ] of told.timeline.exchanges.entries()) {
    const same = parsed.timeline.exchanges[i];
    expect(body.slice(0, body.length)).toBe(same?.body.slice(0, body.length));
    expect(recordsUpTo(body)).toEqual(same && recordsUpTo(same.body));
    expect({ events, firstByte: firstByteTime, lastByte: lastByteTime }).toEqual({
      events: same?.events,
      firstByte: same?.firstByteTime,
      lastByte: same?.lastByteTime,
    });
  }
}

/** The record and byte offset of some characters. */
function recordsUpTo(body: Body): unknown[] {
  const places = Array.from({ length: Math.ceil(body.length / 17) }, (_, i) => i * 17);
  return places.map((at) => [body.recordAt(at + 1), body.byteOffset(at)]);
}

const streams = fc.array(fc.tuple(tokenOf, fc.nat(40)));

function among(
  others: readonly WireRecord[],
  all: readonly (readonly [Tokens, number])[],
): WireRecord[] {
  const records = [...others];
  for (const [tokens, at] of all) {
    records.splice(Math.min(at, records.length), 0, ...recordsOf(tokens, at));
  }
  return records;
}

test("a log gives the same timeline with and without the fast path", () => {
  let known = 0;
  let unseen = 0;
  fc.assert(
    fc.property(anyRecords, streams, (others, tokens) => {
      const log = opened(among(others, tokens));
      known += log.reads.filter(([record]) => record instanceof TokenRecord).length;
      const parsed = folded(log, "parsed");
      expectSame(folded(log, "told"), parsed);
      expectSame(folded(log, "framed"), parsed);
      const [read, seen] = paged(log);
      unseen += read.timeline.events.length - seen;
      expectSame(read, parsed);
    }),
  );
  expect(known).toBeGreaterThan(100);
  expect(unseen).toBeGreaterThan(20);
});

test("similar frames give the same events, however they are split", () => {
  fc.assert(
    fc.property(anyRecords, streams, fc.array(fc.nat(), { maxLength: 3 }), (others, all, cuts) => {
      const { reads } = opened(among(others, all));
      const log = { reads: recut(reads, cuts) };
      expectSame(folded(log, "framed"), folded(log, "parsed"));
    }),
  );
});

test("tokens of several exchanges may alternate", () => {
  const order = fc.array(fc.constantFrom("x1", "x2", "x3"), { minLength: 20, maxLength: 60 });
  const begun = ["x1", "x2", "x3"].flatMap((x) => said(["first"], { x, task: x, append: false }));
  const third = OPENED.flatMap((one) =>
    "x" in one && one.x === "x1" ? [{ ...one, x: "x3" }] : [],
  );
  const between = fc.array(fc.tuple(fc.nat(60), tokenOf), { maxLength: 3 });
  let unseen = 0;
  fc.assert(
    fc.property(order, fc.boolean(), between, (exchanges, isShared, others) => {
      const tokens = exchanges.flatMap((x, i) => {
        const task = isShared && x !== "x3" ? "t1" : x;
        return said([`${WORDS[i % 4]} ${i}`], { x, task });
      });
      for (const [at, other] of others) {
        tokens.splice(Math.min(at, tokens.length), 0, ...recordsOf(other, at));
      }
      const log = opened([...OPENED, ...third, ...begun, ...tokens]);
      const parsed = folded(log, "parsed");
      expectSame(folded(log, "told"), parsed);
      expectSame(folded(log, "framed"), parsed);
      unseen += parsed.timeline.events.length - seenOf(log);
    }),
  );
  expect(unseen).toBeGreaterThan(500);
});

test("every token after the end of its exchange is reported", () => {
  const end: WireRecord = { r: "end", x: "x1", t: 9, cause: "complete" };
  const log = opened([...BEGINNING, end, ...said(numbered(8))]);
  const parsed = folded(log, "parsed");
  expect(parsed.skipped.length).toBe(8);
  expectSame(folded(log, "told"), parsed);
  expectSame(folded(log, "framed"), parsed);
  expectSame(paged(log)[0], parsed);
});

/** The number of events that an observer is notified of. */
function seenOf({ reads }: Pick<Log, "reads">): number {
  let count = 0;
  const ignore = () => undefined;
  const observer: TimelineObserver = {
    onEvent: () => count++,
    appliesToEveryToken: () => false,
    onOpen: ignore,
    onHead: ignore,
    onEnd: ignore,
  };
  const ingest = new Ingest({ observer: observer });
  for (const [record, at] of reads) ingest.push(record, at);
  return count;
}

const OPENED = ["x1", "x2"].flatMap((x): WireRecord[] => [
  { r: "open", x, t: 0, method: "POST", url: "http://agent/", headers: [] },
  { r: "head", x, t: 0, status: 200, headers: [["content-type", "text/event-stream"]] },
]);

const TOKENS = { x: "x1", task: "t1", form: "1.0", append: true, lastChunk: false } as const;

/** Words of one artifact, one event each. */
function said(words: readonly string[], more: Partial<Stream> = {}): WireRecord[] {
  return recordsOf({ ...TOKENS, words: [...words], noise: "", ...more }, 1);
}

const numbered = (count: number) => Array.from({ length: count }, (_, i) => ` word ${i}`);
const LONG = Array.from({ length: 8 }, (_, i) => `more than a few words, ${i}`);
const BEGINNING = [...OPENED, ...said(["first"], { append: false }), ...said(numbered(8))];

test("of consecutive tokens only the first are parsed", () => {
  const log = opened([...BEGINNING, ...said(numbered(40))]);
  expect(seenOf(log)).toBeLessThan(8);
  expect(folded(log, "told").timeline.events.length).toBe(49);
  const [read, seen] = paged(log);
  expect(seen).toBeLessThan(8);
  expectSame(read, folded(log, "parsed"));
});

test.each<[string, string, (json: string) => string]>([
  ["events", "text/event-stream", asSse],
  ["named events", "text/event-stream", (json) => `id: 7\nevent: token\n${asSse(json)}`],
  ["events with CRLF", "text/event-stream", (json) => `data: ${json}\r\n\r\n`],
  ["events over two lines", "text/event-stream", (json) => asSse(json.replace(",", ",\ndata: "))],
  ["lines", "application/x-ndjson", (json) => `${json}\n`],
])("of tokens in %s only the first are parsed", (_, type, form) => {
  const json = ["Grüße, ", ...numbered(60)].map((word) => jsonOf(TOKENS, word));
  const text = json.map(form).join("");
  for (const cuts of [[], [40, 1234, 3000]]) {
    const records: WireRecord[] = [
      { r: "open", x: "x1", t: 0, method: "POST", url: "http://agent/", headers: [] },
      { r: "head", x: "x1", t: 1, status: 200, headers: [["content-type", type]] },
      { r: "data", x: "x1", t: 2, text },
    ];
    const log = { reads: recut(opened(records).reads, cuts) };
    expect(seenOf(log)).toBeLessThan(8);
    expect(folded(log, "framed").timeline.events.length).toBe(61);
    expectSame(folded(log, "framed"), folded(log, "parsed"));
  }
});

test.each([
  ["lasts", true],
  ["may not last", false],
])("tokens that violate a rule that %s are reported", (_, lasts) => {
  let seen = 0;
  const ignore = () => undefined;
  const observer: TimelineObserver = {
    onEvent({ timeline, ordinal }) {
      seen++;
      timeline.reportViolation("A-RULE", ordinal);
    },
    appliesToEveryToken: (rule) => lasts && rule === "A-RULE",
    onOpen: ignore,
    onHead: ignore,
    onEnd: ignore,
  };
  const ingest = new Ingest({ observer: observer });
  for (const record of [...BEGINNING, ...said(numbered(40))]) ingest.push(record);
  expect(ingest.timeline.violations.get("A-RULE")?.eventsAt(Number.POSITIVE_INFINITY)).toBe(49);
  if (lasts) expect(seen).toBeLessThan(8);
  else expect(seen).toBe(49);
});

test.each<[string, string]>([
  ["a line that keeps it open", ": ping\n\n"],
  ["an event of a name that means something", `event: error\n${asSse(jsonOf(TOKENS, " word"))}`],
  ["bytes that are no text", "\xff"],
])("between tokens is not missed: %s", (_, between) => {
  const after = said(numbered(8)).map((record) => ({ ...record, t: 60_000 }));
  const b64 = Buffer.from(between, "latin1").toString("base64");
  const odd: WireRecord = { r: "data", x: "x1", t: 30_000, b64 };
  const bad: WireRecord = {
    ...odd,
    b64: Buffer.from(asSse(jsonOf(TOKENS, "\xff")), "latin1").toString("base64"),
  };
  const { reads } = opened([...BEGINNING, odd, ...after, bad, ...after]);
  const parsed = folded({ reads }, "parsed");
  expect(seenOf({ reads: untold(reads) })).toBeLessThan(parsed.timeline.events.length);
  expectSame(folded({ reads }, "framed"), parsed);
  expectSame(folded({ reads }, "told"), parsed);
});

test.each<[string, readonly WireRecord[], string]>([
  ["a text that is said twice", said([...LONG, LONG[7] ?? ""]), "ART-DUP"],
  ["all of it once more", said([`first${numbered(8).join("")}`]), "ART-RESEND"],
  ["more after the last chunk", said(numbered(8), { lastChunk: true }), "ART-AFTER-LAST"],
  ["each in the place of the one before", said(LONG, { append: false }), "ART-REPLACE"],
  [
    "another order in another stream",
    [...said(["first"], { x: "x2" }), ...said(LONG), ...said([...LONG].reverse(), { x: "x2" })],
    "STR-ORDER-DIFF",
  ],
])("is not missed: %s", (_, records, rule) => {
  const log = opened([...BEGINNING, ...records]);
  const [told, parsed] = [folded(log, "told"), folded(log, "parsed")];
  expect(seenOf(log)).toBeLessThan(parsed.timeline.events.length);
  expect(seenOf({ reads: untold(log.reads) })).toBeLessThan(parsed.timeline.events.length);
  expect(createLogReport(parsed).findings.map((finding) => finding.rule)).toContain(rule);
  expectSame(told, parsed);
  expectSame(folded(log, "framed"), parsed);
  expectSame(paged(log)[0], parsed);
});
