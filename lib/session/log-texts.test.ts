import { expect, test } from "vitest";
import { LogTexts } from "./log-texts.ts";

const lineOf = (i: number, length = 9) =>
  JSON.stringify({ r: "data", x: "x1", t: i, text: `${i} ${"é".repeat(length)}` });

/** A log as a file that says how it is read. */
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
  return { texts: new LogTexts(read, 0), places, reads };
}

test("each text is read where its line begins, neighbours together", () => {
  const lines = Array.from({ length: 3_000 }, (_, i) => lineOf(i));
  const { texts, places, reads } = logOf(lines);
  for (const [i, place] of places.entries())
    expect(texts.textAt(place)).toBe(`${i} ${"é".repeat(9)}`);
  expect(reads).toHaveLength(1);
  expect(texts.textAt(places[7] ?? -1)).toBe(`7 ${"é".repeat(9)}`);
});

test("a line longer than a piece is read whole", () => {
  const { texts, places } = logOf([lineOf(0), lineOf(1, 900_000), lineOf(2)]);
  expect(texts.textAt(places[1] ?? -1)?.length).toBe(900_002);
  expect(texts.textAt(places[2] ?? -1)).toBe(`2 ${"é".repeat(9)}`);
});

test("a last line may have no end", () => {
  const { texts, places } = logOf([lineOf(0), lineOf(1)], "");
  expect(texts.textAt(places[1] ?? -1)).toBe(`1 ${"é".repeat(9)}`);
});

test("what cannot be read, or is no bytes of an answer, is nothing", () => {
  const { texts } = logOf(["not a record", '{"r":"note","t":1,"text":"x"}']);
  expect([texts.textAt(0), texts.textAt(13), texts.textAt(-1), texts.textAt(1e6)]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(new LogTexts(() => null, 0).textAt(0)).toBeNull();
});
