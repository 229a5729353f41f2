// Whatever an agent sent and however it was split, only the id of each frame is replaced.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OpenRecord, WireRecord } from "../../wire/record.ts";
import { createDataRecord } from "../exchange/response-body.ts";
import {
  applyEdits,
  createEnvelopeEdits,
  createIdEdits,
  createLineEndEdits,
} from "./body-edits.ts";
import { createBodyLayout } from "./body-layout.ts";
import { applyFaults } from "./faults.ts";
import { DEFAULT_REPLAY_OPTIONS } from "./replay-options.ts";
import { createReplaySource } from "./replay-source.ts";

const open = (id: unknown): OpenRecord => ({
  r: "open",
  x: "x1",
  t: 0,
  method: "POST",
  url: "http://agent.example/",
  headers: [],
  body: JSON.stringify({ jsonrpc: "2.0", id, method: "message/stream", params: {} }),
});

/** A body split at these offsets, each part read a millisecond after the one before. */
function mapOf(body: Buffer, cuts: readonly number[], request: WireRecord = open(1)) {
  const places = [...new Set(cuts.map((cut) => cut % (body.length + 1)))].sort((a, b) => a - b);
  const records: WireRecord[] = [request];
  let from = 0;
  for (const to of [...places, body.length]) {
    if (to > from) records.push(createDataRecord("x1", records.length, body.subarray(from, to)));
    from = to;
  }
  const [exchange] = createReplaySource(records).exchanges;
  if (!exchange) throw new Error("Nothing was answered.");
  return createBodyLayout(exchange);
}

const bytesOf = (pieces: readonly { bytes: Uint8Array }[]) =>
  Buffer.concat(pieces.map(({ bytes }) => bytes));

const id = fc.oneof(fc.integer(), fc.string({ unit: "grapheme" }));
const frame = fc.record({
  before: fc.dictionary(fc.string(), fc.jsonValue()),
  result: fc.jsonValue(),
  lineEnd: fc.constantFrom("\n", "\r\n"),
  isPretty: fc.boolean(),
});
const cuts = fc.array(fc.nat());

/** The envelope as an event, with the id literal as the agent wrote it. */
function eventOf(
  { before, result, lineEnd, isPretty }: typeof frame extends fc.Arbitrary<infer T> ? T : never,
  literal: string,
): string {
  const { id, ...rest } = before;
  const mark = "\u0000the id\u0000";
  const value = { ...rest, jsonrpc: "2.0", id: mark, result };
  const text = JSON.stringify(value, null, isPretty ? 2 : undefined);
  const lines = text.replace(JSON.stringify(mark), () => literal).split("\n");
  return lines.map((line) => `data: ${line}${lineEnd}`).join("") + lineEnd;
}

describe("rewriting", () => {
  test("changes only the id's bytes, however the stream is split", () => {
    fc.assert(
      fc.property(fc.array(frame, { minLength: 1 }), id, id, cuts, (frames, own, other, at) => {
        const [was, is] = [JSON.stringify(own), JSON.stringify(other)];
        const body = Buffer.from(frames.map((it) => eventOf(it, was)).join(""));
        const map = mapOf(body, at, open(own));
        const segments = applyEdits(map, createIdEdits(map, { request: is }));
        expect(bytesOf(segments).toString()).toBe(frames.map((it) => eventOf(it, is)).join(""));
      }),
    );
  });

  test("without edits the segments are the reads", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), cuts, (bytes, at) => {
        const body = Buffer.from(bytes);
        const map = mapOf(body, at);
        const { writes } = applyFaults(
          applyEdits(map, []),
          map.events.length,
          DEFAULT_REPLAY_OPTIONS,
        );
        expect(bytesOf(writes).equals(body)).toBe(true);
        let end = 0;
        const ends = writes.map((write) => {
          end += write.bytes.length;
          return end;
        });
        expect(ends).toEqual(map.reads.map((read) => read.end));
      }),
    );
  });

  test("a wrong id of the agent stays wrong", () => {
    const body = Buffer.from('data: {"jsonrpc":"2.0","id":"1","result":{}}\n\n');
    const map = mapOf(body, []);
    expect(bytesOf(applyEdits(map, createIdEdits(map, { request: "9" }))).equals(body)).toBe(true);
  });

  test("an id inside the result is not the request's", () => {
    const body = Buffer.from('{"jsonrpc":"2.0","result":{"id":1,"kind":"task"},"id":1}');
    const map = mapOf(body, []);
    expect(bytesOf(applyEdits(map, createIdEdits(map, { request: "9" }))).toString()).toBe(
      '{"jsonrpc":"2.0","result":{"id":1,"kind":"task"},"id":9}',
    );
  });

  test("bare events are wrapped in envelopes and unchanged inside", () => {
    const body = Buffer.from('data: {"kind":"task",\ndata: "id":"t"}\n\ndata: {}\n\n');
    const map = mapOf(body, [8, 9, 10]);
    expect(bytesOf(applyEdits(map, createEnvelopeEdits(map, '"q"'))).toString()).toBe(
      'data: {"jsonrpc":"2.0","id":"q","result":{"kind":"task",\ndata: "id":"t"}}\n\n' +
        'data: {"jsonrpc":"2.0","id":"q","result":{}}\n\n',
    );
  });
});

describe("faults", () => {
  const events = ["a", "b", "c", "d"].map((it) => `: ${it}\ndata: "${it} 🌍"\n\n`);
  const map = mapOf(Buffer.from(events.join("")), [5, 20, 33]);
  const played = (over: object) =>
    applyFaults(applyEdits(map, []), map.events.length, { ...DEFAULT_REPLAY_OPTIONS, ...over });
  const textOf = (over: object) => bytesOf(played(over).writes).toString();

  test("duplicate one event or every event", () => {
    expect(textOf({ duplicate: 2 })).toBe([0, 1, 1, 2, 3].map((i) => events[i]).join(""));
    expect(textOf({ duplicate: "every" })).toBe(events.flatMap((it) => [it, it]).join(""));
    expect(played({ duplicate: 5 }).notes).toEqual([
      "No event was duplicated: the response has 4 events.",
    ]);
  });

  test("reorder swaps the same adjacent events for the same seed", () => {
    const orders = new Set<string>();
    for (let seed = 1; seed <= 20; seed++) {
      const text = textOf({ reorder: seed });
      expect(textOf({ reorder: seed })).toBe(text);
      expect(text).not.toBe(events.join(""));
      expect([...text].sort()).toEqual([...events.join("")].sort());
      orders.add(text);
    }
    expect(orders.size).toBe(3);
  });

  test("times never decrease", () => {
    const times = played({ reorder: 3 }).writes.map(({ t }) => t ?? Number.NaN);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  test("cut-after stops exactly after the given number of events", () => {
    expect(textOf({ cutAfter: 2 })).toBe(events.slice(0, 2).join(""));
    expect(played({ cutAfter: 0 })).toMatchObject({ writes: [], isCut: true });
    expect(played({ cutAfter: 9 })).toMatchObject({
      isCut: false,
      notes: ["Not cut: the response has 4 events."],
    });
  });

  test("split-characters ends writes inside characters", () => {
    const { writes } = played({ splitCharacters: true });
    expect(bytesOf(writes).toString()).toBe(events.join(""));
    expect(writes.filter(({ bytes }) => bytes.at(-1) === 0xf0)).toHaveLength(4);
  });

  test("line ends become CR LF, and existing CR LF is unchanged", () => {
    const once = bytesOf(applyEdits(map, createLineEndEdits(map)));
    expect(once.toString()).toBe(events.join("").replaceAll("\n", "\r\n"));
    expect(createLineEndEdits(mapOf(once, []))).toEqual([]);
  });
});
