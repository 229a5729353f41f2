// What is known to be alike is not parsed, and makes no difference to anything.
import fc from "fast-check";
import { expect, test } from "vitest";
import { records as anyRecords } from "../../fixtures/arbitrary.ts";
import { reportOf } from "../../fixtures/compose.ts";
import { lintingIngest } from "../lint/linter.ts";
import { LogOpener } from "../log/open.ts";
import { Packer, Unpacking } from "../log/pack.ts";
import type { Alike } from "../protocol/alike.ts";
import type { Ingest } from "../timeline/ingest.ts";
import type { WireRecord } from "../wire/record.ts";

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
  form: fc.constantFrom("0.3", "1.0", "bare", "error"),
  append: fc.boolean(),
  words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 }),
  /** What stands before the last of them. */
  noise: fc.constantFrom("", ": ping\n\n", "data: {", "\r", "\u{FEFF}", "<p>"),
});

type Tokens = typeof tokenOf extends fc.Arbitrary<infer T> ? T : never;

function eventOf({ task, form, append }: Tokens, text: string): string {
  const artifact = { artifactId: "a", parts: [{ kind: "text", text }] };
  const update = { taskId: task, contextId: "c1", artifact, append };
  const result =
    form === "1.0" ? { artifactUpdate: update } : { kind: "artifact-update", ...update };
  // An error keeps what it was told with.
  const error =
    form === "error" ? { error: { code: -32000, message: "broke", data: { n: 1 } } } : {};
  const said = form === "bare" ? result : { jsonrpc: "2.0", id: 1, ...error, result };
  return `data: ${JSON.stringify(said)}\n\n`;
}

function recordsOf(tokens: Tokens, t: number): WireRecord[] {
  const { x, words, noise } = tokens;
  const said = words.map((word) => eventOf(tokens, word));
  said.splice(-1, 0, ...(noise === "" ? [] : [noise]));
  return said.map((text, i) => ({ r: "data", x, t: t + i, text, n: Buffer.byteLength(text) }));
}

type Read = readonly [record: WireRecord, at: number, alike: Alike | undefined];

function opened(records: readonly WireRecord[]): Read[] {
  const header = { r: "loupe", version: 1, id: "l", at: null, by: "" };
  const log = [header, ...records].map((record) => `${JSON.stringify(record)}\n`).join("");
  const packer = new Packer();
  const opener = new LogOpener({
    record: (record, at, alike) => packer.add(record, at, alike),
    skip: () => undefined,
  });
  opener.push(Buffer.from(log));
  opener.end();
  const reads: Read[] = [];
  for (const pack of packer.takeAll()) {
    const records = new Unpacking(structuredClone(pack));
    records.take(Number.POSITIVE_INFINITY, (record, at, alike) => reads.push([record, at, alike]));
  }
  return reads;
}

function folded(reads: readonly Read[], isTold: boolean): Ingest {
  const ingest = lintingIngest();
  for (const [record, at, alike] of reads) ingest.push(record, at, isTold ? alike : undefined);
  ingest.finish();
  return ingest;
}

test("a log reads the same with what is known to be alike and without it", () => {
  let known = 0;
  fc.assert(
    fc.property(anyRecords, fc.array(fc.tuple(tokenOf, fc.nat(40))), (others, streams) => {
      const records = [...others];
      for (const [tokens, at] of streams) {
        records.splice(Math.min(at, records.length), 0, ...recordsOf(tokens, at));
      }
      const reads = opened(records);
      known += reads.filter(([, , alike]) => alike).length;
      const [told, parsed] = [folded(reads, true), folded(reads, false)];
      expect(reportOf(told)).toEqual(reportOf(parsed));
      expect(told.skipped).toEqual(parsed.skipped);
      for (const [i, { body, events }] of told.timeline.exchanges.entries()) {
        const same = parsed.timeline.exchanges[i];
        expect(body.slice(0, body.length)).toBe(same?.body.slice(0, body.length));
        expect(events).toEqual(same?.events);
      }
    }),
  );
  expect(known).toBeGreaterThan(100);
});
