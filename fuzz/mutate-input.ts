/** Mutates bytes as damaged transfers and attackers do. */

import { drawOddValue, ODD_KEYS, ODD_TEXTS, printJson } from "./grammar/json.ts";
import type { RandomSource } from "./random-source.ts";

type Mutation = (draw: RandomSource, bytes: Buffer, other: () => Buffer) => Buffer;

/** No mutation grows an input beyond this size. */
const MAX_BYTES = 1 << 16;

const INVALID_UTF8: readonly [readonly number[], ...(readonly number[])[]] = [
  [0xff],
  [0xc3],
  [0x80],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xc0, 0x80],
  [0xf0, 0x9f, 0x98],
  [0xef, 0xbb, 0xbf],
  [0],
];

const TOKENS = [
  "\r",
  "\r\n",
  "\n\n",
  "data: ",
  '{"',
  "}",
  "]",
  ",",
  '"',
  "\\",
  "\\u0000",
  "\\ud83d",
  '"__proto__":',
  "HTTP/1.1 200 OK\r\n\r\n",
  "99999999999999999999",
  "-1",
  "\u2028",
  "<",
  "%",
  "\u001e",
] as const;

/** A position and its content. */
function drawRange(draw: RandomSource, bytes: Buffer): { from: number; to: number } {
  const from = draw.below(bytes.length + 1);
  return { from, to: Math.min(bytes.length, from + draw.small(draw.isLucky(0.2) ? 4000 : 40)) };
}

function replaceRange(bytes: Buffer, from: number, to: number, what: Uint8Array): Buffer {
  return Buffer.concat([bytes.subarray(0, from), what, bytes.subarray(to)]);
}

function flipBits(draw: RandomSource, bytes: Buffer): Buffer {
  const out = Buffer.from(bytes);
  for (let left = draw.between(1, 4); left > 0 && out.length > 0; left--) {
    const at = draw.below(out.length);
    out.writeUInt8(out.readUInt8(at) ^ (1 << draw.below(8)), at);
  }
  return out;
}

/** Replaces matches of a pattern. */
function replacePattern(draw: RandomSource, bytes: Buffer, pattern: RegExp, by: string): Buffer {
  const text = bytes.toString("latin1");
  const found = [...text.matchAll(pattern)];
  const [first] = found;
  if (!first) return bytes;
  const { index, 0: old } = draw.pickOne([first, ...found]);
  return replaceRange(bytes, index, index + old.length, Buffer.from(by));
}

function mutateLines(bytes: Buffer, change: (lines: string[]) => string[]): Buffer {
  return Buffer.from(change(bytes.toString("latin1").split("\n")).join("\n"), "latin1");
}

const MUTATIONS: readonly [Mutation, ...Mutation[]] = [
  flipBits,
  (draw, bytes) => {
    const { from, to } = drawRange(draw, bytes);
    return replaceRange(bytes, from, to, Buffer.alloc(0));
  },
  (draw, bytes) => {
    const { from, to } = drawRange(draw, bytes);
    return replaceRange(bytes, to, to, bytes.subarray(from, to));
  },
  (draw, bytes) => {
    const { from } = drawRange(draw, bytes);
    return replaceRange(bytes, from, from, Uint8Array.from(draw.pickOne(INVALID_UTF8)));
  },
  (draw, bytes) => {
    const { from } = drawRange(draw, bytes);
    return replaceRange(bytes, from, from, Buffer.from(draw.pickOne([...TOKENS, ...ODD_TEXTS])));
  },
  (draw, bytes) => bytes.subarray(0, draw.below(bytes.length + 1)),
  (draw, bytes) => bytes.subarray(draw.small(bytes.length + 1)),
  (draw, bytes, other) => {
    const { from, to } = drawRange(draw, bytes);
    const that = other();
    const there = drawRange(draw, that);
    return replaceRange(bytes, from, to, that.subarray(there.from, there.to));
  },
  (draw, bytes, other) => {
    const that = other();
    const head = bytes.subarray(0, draw.below(bytes.length + 1));
    return Buffer.concat([head, that.subarray(draw.below(that.length + 1))]);
  },
  (draw, bytes) =>
    replacePattern(
      draw,
      bytes,
      /-?\d+(?:\.\d+)?/g,
      printJson(draw.pickOne<unknown>([-1, 1e21, 0, 2 ** 32, "x", null])),
    ),
  (draw, bytes) =>
    replacePattern(draw, bytes, /"[^"\\\n]{0,40}"(?=:)/g, JSON.stringify(draw.pickOne(ODD_KEYS))),
  (draw, bytes) =>
    replacePattern(
      draw,
      bytes,
      /(?<=:)(?:"[^"\\\n]{0,60}"|\d+|true|false|null)/g,
      printJson(drawOddValue(draw)),
    ),
  (draw, bytes) =>
    replacePattern(
      draw,
      bytes,
      /[{}[\]",:]/g,
      draw.pickOne(["", "{", "}", "[", "]", '"', ",", ":"]),
    ),
  (draw, bytes) =>
    mutateLines(bytes, (all) => {
      const [from, to] = [draw.below(all.length), draw.below(all.length)];
      const [line = ""] = all.splice(from, 1);
      return all.toSpliced(to, 0, line);
    }),
  (draw, bytes) =>
    mutateLines(bytes, (all) => {
      const at = draw.below(all.length);
      const line = all[at] ?? "";
      return all.toSpliced(at, 0, ...Array.from({ length: draw.between(1, 5) }, () => line));
    }),
  (draw, bytes) =>
    mutateLines(bytes, (all) => all.toSpliced(draw.below(all.length), draw.between(1, 3))),
  (draw, bytes) =>
    mutateLines(bytes, (all) => [all.join(draw.pickOne(["\r\n", "\r", "\n\n", ""]))]),
];

export function mutateInput(draw: RandomSource, bytes: Buffer, other: () => Buffer): Buffer {
  let out = bytes;
  for (let left = 1 + draw.small(5); left > 0; left--)
    out = draw.pickOne(MUTATIONS)(draw, out, other);
  return out.length > MAX_BYTES ? out.subarray(0, MAX_BYTES) : out;
}
