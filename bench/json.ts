/** The consumers of our JSON tokenizer, compared with `JSON.parse` of the same text as a whole. */

import { JsonItemExtractor } from "../lib/json/json-item-extractor.ts";
import { parseJsonSource } from "../lib/json/json-source.ts";
import { JsonFramer } from "../lib/wire/json-framer.ts";
import { printResult, race, round } from "./measure.ts";
import { createTokenStream } from "./stream.ts";

const EVENTS = 20_000;
const READ = 65_536;

/** Returns how many parts it found. */
type Reader = (pieces: readonly string[]) => number;

const extractItems: Reader = (pieces) => {
  let count = 0;
  const extractor = new JsonItemExtractor(["log.entries"], () => count++);
  for (const piece of pieces) extractor.push(piece);
  extractor.end();
  return count;
};

const splitValues: Reader = (pieces) => {
  let count = 0;
  const framer = new JsonFramer();
  for (const piece of pieces) count += framer.push(piece).length;
  return count + framer.end().length;
};

const parseWithPositions: Reader = (pieces) =>
  parseJsonSource(pieces.join("")).root?.members?.size ?? 0;

function measure(value: object, indent: number, expected: number, read: Reader) {
  const text = JSON.stringify(value, null, indent);
  const pieces = Array.from({ length: Math.ceil(text.length / READ) }, (_, i) =>
    text.slice(i * READ, (i + 1) * READ),
  );
  const times = race(
    {
      theirs: () => JSON.parse(pieces.join("")),
      ours: () => {
        const count = read(pieces);
        if (count !== expected) throw new Error(`${count} parts instead of ${expected}`);
      },
    },
    15,
  );
  return {
    ourMegabytesPerSecond: round(text.length / times.ours.wall / 1_000),
    ofJsonParse: round(times.theirs.wall / times.ours.wall),
    ofJsonParseCpu: round(times.theirs.cpu / times.ours.cpu),
  };
}

const { reads } = createTokenStream(EVENTS);
const stream = reads.map((read) => new TextDecoder().decode(read)).join("");
const events = stream
  .split("\n\n")
  .filter((event) => event !== "")
  .map((event) => JSON.parse(event.slice("data:".length)));
const headers = Array.from({ length: 12 }, (_, i) => ({ name: `x-${i}`, value: `value ${i}` }));
const entries = Array.from({ length: 40 }, (_, i) => ({
  request: { method: "POST", url: "http://agent.example/", headers, id: i },
  response: { status: 200, headers, content: { text: stream.slice(0, 100_000) } },
}));

printResult({
  bench: "json",
  itemsOfHar: measure({ log: { entries } }, 0, entries.length, extractItems),
  itemsOfIndentedHar: measure({ log: { entries } }, 2, entries.length, extractItems),
  valuesOfArray: measure(events, 0, events.length, splitValues),
  valuesOfIndentedArray: measure(events, 2, events.length, splitValues),
  withPositions: measure(events, 2, events.length, parseWithPositions),
});
