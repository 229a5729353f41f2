import fc from "fast-check";
import { expect, test } from "vitest";
import { LogOpener } from "../log/log-opener.ts";
import { concatBytes } from "../text/utf8.ts";
import { Ingest } from "../timeline/ingest.ts";
import { LazyLogText } from "./lazy-log-text.ts";

const lineOf = (i: number, length = 9) =>
  JSON.stringify({ r: "data", x: "x1", t: i, text: `${i} ${"é".repeat(length)}` });

/** A log as a file that records its reads. */
function logOf(lines: readonly string[], end = "\n") {
  const bytes = new TextEncoder().encode(lines.join("\n") + end);
  const places = lines.map((_, i) =>
    Buffer.byteLength(
      lines
        .slice(0, i)
        .map((l) => `${l}\n`)
        .join(""),
    ),
  );
  const reads: [number, number][] = [];
  const read = (from: number, to: number) => {
    reads.push([from, to]);
    return bytes.slice(from, to);
  };
  return { texts: new LazyLogText(read, 0), places, reads };
}

test("texts are read at the start of their line, neighboring ones in one chunk", () => {
  const lines = Array.from({ length: 3_000 }, (_, i) => lineOf(i));
  const { texts, places, reads } = logOf(lines);
  for (const [i, place] of places.entries())
    expect(texts.readTextAt(place, 0)).toBe(`${i} ${"é".repeat(9)}`);
  expect(reads).toHaveLength(1);
  expect(texts.readTextAt(places[7] ?? -1, 0)).toBe(`7 ${"é".repeat(9)}`);
});

test("a line longer than a chunk is read completely", () => {
  const { texts, places } = logOf([lineOf(0), lineOf(1, 900_000), lineOf(2)]);
  expect(texts.readTextAt(places[1] ?? -1, 0)?.length).toBe(900_002);
  expect(texts.readTextAt(places[2] ?? -1, 0)).toBe(`2 ${"é".repeat(9)}`);
});

test("a last line may lack a newline", () => {
  const { texts, places } = logOf([lineOf(0), lineOf(1)], "");
  expect(texts.readTextAt(places[1] ?? -1, 0)).toBe(`1 ${"é".repeat(9)}`);
});

test("unreadable text, or text that is not from a data record, is null", () => {
  const { texts } = logOf(["not a record", '{"r":"note","t":1,"text":"x"}']);
  for (const place of [0, 13, -1, 1e6]) expect(texts.readTextAt(place, 1)).toBeNull();
  expect(new LazyLogText(() => null, 0).readTextAt(0, 1)).toBeNull();
});

const token = (text: string) =>
  JSON.stringify({ taskId: "t1", artifact: { artifactId: "a", parts: [{ text }] }, append: true });
const piece = fc.oneof(
  fc.string({ unit: "grapheme" }).map((word) => Buffer.from(`data: ${token(word)}\n\n`)),
  fc.constant(Buffer.from([0xff, 0xe2, 0x82])),
);

test("text of a response body is read at its offset, in any format", () => {
  let read = 0;
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 40 }),
      fc.array(fc.nat(20_000), { minLength: 3, maxLength: 9 }),
      fc.boolean(),
      (pieces, cuts, hasBom) => {
        // This much is read before the format is known.
        const beginning = `data: ${token("Grüße")}\n\n`.repeat(200);
        const start = Buffer.from(`${hasBom ? "\uFEFF" : ""}${beginning}`);
        const bytes = pieces.reduce<Uint8Array>(concatBytes, start);
        const source = new LazyLogText((from, to) => {
          read++;
          return bytes.slice(from, to);
        }, Number.POSITIVE_INFINITY);
        const [again, held] = [new Ingest({ source }), new Ingest()];
        source.limitHeldUnits(20, true);
        for (const ingest of [again, held]) {
          const opener = new LogOpener({
            record: (record, at) => ingest.push(record, at),
            skip: () => undefined,
          });
          const ends = cuts.map((cut) => cut % bytes.length).sort((a, b) => a - b);
          for (const [i, end] of [...ends, bytes.length].entries()) {
            opener.push(bytes.subarray(i === 0 ? 0 : ends[i - 1], end));
          }
          opener.end();
          expect(opener.isBody).toBe(true);
        }
        const [body, whole] = [again, held].map(({ timeline }) => timeline.exchanges[0]?.body);
        const { length = 0 } = whole ?? {};
        expect(body?.slice(0, length)).toBe(whole?.slice(0, length));
        for (let at = length; at >= 0; at -= 37) {
          expect(body?.slice(at, at + 50)).toBe(whole?.slice(at, at + 50));
          expect(body?.byteOffset(at)).toBe(whole?.byteOffset(at));
        }
      },
    ),
  );
  expect(read).toBeGreaterThan(150);
});

test("a truncated file gives null", () => {
  const texts = new LazyLogText((from, to) => new Uint8Array(100).slice(from, to), 0);
  texts.limitHeldUnits(0, true);
  expect(texts.readTextAt(90, 20)?.length ?? 0).toBeLessThan(20);
  expect(texts.readTextAt(100, 20)).toBeNull();
});
