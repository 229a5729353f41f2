import fc from "fast-check";
import { expect, test } from "vitest";
import { LogOpener } from "../log/log-opener.ts";
import { concatBytes } from "../text/utf8.ts";
import { Ingest } from "../timeline/ingest.ts";
import { readWhenLoaded, TextNotLoaded } from "../wire/text-source.ts";
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
  const read = async (from: number, to: number) => {
    reads.push([from, to]);
    return bytes.slice(from, to);
  };
  const texts = new LazyLogText(read, 0);
  const textAt = (place: number) => readWhenLoaded(() => texts.readTextAt(place, 0));
  return { texts, textAt, places, reads };
}

test("neighboring texts are loaded in one block", async () => {
  const lines = Array.from({ length: 3_000 }, (_, i) => lineOf(i));
  const { texts, textAt, places, reads } = logOf(lines);
  expect(() => texts.readTextAt(places[0] ?? -1, 0)).toThrow(TextNotLoaded);
  for (const [i, place] of places.entries())
    expect(await textAt(place)).toBe(`${i} ${"é".repeat(9)}`);
  expect(reads).toHaveLength(1);
  expect(texts.readTextAt(places[7] ?? -1, 0)).toBe(`7 ${"é".repeat(9)}`);
});

test("a line longer than a block is read completely", async () => {
  const { textAt, places } = logOf([lineOf(0), lineOf(1, 900_000), lineOf(2)]);
  expect((await textAt(places[1] ?? -1))?.length).toBe(900_002);
  expect(await textAt(places[2] ?? -1)).toBe(`2 ${"é".repeat(9)}`);
});

test("a read of many texts loads more at once, and keeps what it needs", async () => {
  const lines = Array.from({ length: 90 }, (_, i) => lineOf(i, 200_000));
  const { texts, places, reads } = logOf(lines);
  const all = await readWhenLoaded(() => places.map((place) => texts.readTextAt(place, 0)));
  expect(all.map((text) => text?.length)).toEqual(lines.map((_, i) => `${i} `.length + 200_000));
  expect(reads.length).toBeLessThan(12);
});

test("a last line may lack a newline", async () => {
  const { textAt, places } = logOf([lineOf(0), lineOf(1)], "");
  expect(await textAt(places[1] ?? -1)).toBe(`1 ${"é".repeat(9)}`);
});

test("text that a growing file got later is read", async () => {
  const lines = Array.from({ length: 40 }, (_, i) => lineOf(i, 5_000));
  const whole = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
  let length = 0;
  const texts = new LazyLogText(async (from, to) => whole.slice(from, Math.min(to, length)), 0);
  const textAt = (place: number) => readWhenLoaded(() => texts.readTextAt(place, 0));
  for (const [i, line] of lines.entries()) {
    const place = length;
    length += new TextEncoder().encode(line).length + 1;
    expect(await textAt(place)).toBe(`${i} ${"é".repeat(5_000)}`);
  }
  expect(await textAt(length)).toBeNull();
  expect(
    await readWhenLoaded(() => [length, length + 1].map((at) => texts.readTextAt(at, 0))),
  ).toEqual([null, null]);
});

test("text that is gone, or not from a data record, is null", async () => {
  const { textAt } = logOf(["not a record", '{"r":"note","t":1,"text":"x"}']);
  for (const place of [0, 13, -1, 1e6]) expect(await textAt(place)).toBeNull();
});

test("a failed read is repeated on request", async () => {
  const bytes = new TextEncoder().encode(`${lineOf(0)}\n`);
  let isLost = true;
  const texts = new LazyLogText(async (from, to) => {
    if (isLost) throw new Error("the file was deleted");
    return bytes.slice(from, to);
  }, 0);
  const read = () => readWhenLoaded(() => texts.readTextAt(0, 0));
  await expect(read()).rejects.toThrow("the file was deleted");
  isLost = false;
  expect(await read()).toBe(`0 ${"é".repeat(9)}`);
});

test("a file that cannot be read stays in memory", async () => {
  const texts = new LazyLogText(() => Promise.reject(new Error("no")), Number.POSITIVE_INFINITY);
  await texts.limitHeldUnits(20, false);
  expect(texts.minHeldUnits).toBe(Number.POSITIVE_INFINITY);
});

const token = (text: string) =>
  JSON.stringify({ taskId: "t1", artifact: { artifactId: "a", parts: [{ text }] }, append: true });
const piece = fc.oneof(
  fc.string({ unit: "grapheme" }).map((word) => Buffer.from(`data: ${token(word)}\n\n`)),
  fc.constant(Buffer.from([0xff, 0xe2, 0x82])),
);

test("text of a response body is read at its offset, in any format", async () => {
  let read = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 40 }),
      fc.array(fc.nat(60_000), { minLength: 3, maxLength: 9 }),
      fc.boolean(),
      async (pieces, cuts, hasBom) => {
        // This much is read before the format is known.
        const beginning = `data: ${token("Grüße")}\n\n`.repeat(800);
        const start = Buffer.from(`${hasBom ? "\uFEFF" : ""}${beginning}`);
        const bytes = pieces.reduce<Uint8Array>(concatBytes, start);
        const source = new LazyLogText(async (from, to) => {
          if (to - from > 1) read++;
          return bytes.slice(from, to);
        }, Number.POSITIVE_INFINITY);
        const [again, held] = [new Ingest({ source }), new Ingest()];
        await source.limitHeldUnits(20, true);
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
        expect(await readWhenLoaded(() => body?.slice(0, length))).toBe(whole?.slice(0, length));
        for (let at = length; at >= 0; at -= 997) {
          expect(body?.slice(at, at + 50)).toBe(whole?.slice(at, at + 50));
          expect(body?.byteOffset(at)).toBe(whole?.byteOffset(at));
        }
      },
    ),
  );
  expect(read).toBeGreaterThan(50);
});

test("a truncated file gives null", async () => {
  const texts = new LazyLogText(async (from, to) => new Uint8Array(100).slice(from, to), 0);
  await texts.limitHeldUnits(0, true);
  const textAt = (place: number) => readWhenLoaded(() => texts.readTextAt(place, 20));
  expect((await textAt(90))?.length ?? 0).toBeLessThan(20);
  expect(await textAt(100)).toBeNull();
});
