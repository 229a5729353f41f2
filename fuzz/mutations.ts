/** What happens to bytes on their way, and what somebody does to them who means harm. */

import type { Draw } from "./draw.ts";
import { KEYS, ODD_TEXTS, odd, print } from "./grammar/json.ts";

type Mutation = (draw: Draw, bytes: Buffer, other: () => Buffer) => Buffer;

/** No input grows beyond it by being mutated. */
const MOST = 1 << 16;

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

/** A place and what is there. */
function span(draw: Draw, bytes: Buffer): { from: number; to: number } {
  const from = draw.below(bytes.length + 1);
  return { from, to: Math.min(bytes.length, from + draw.small(draw.isLucky(0.2) ? 4000 : 40)) };
}

function put(bytes: Buffer, from: number, to: number, what: Uint8Array): Buffer {
  return Buffer.concat([bytes.subarray(0, from), what, bytes.subarray(to)]);
}

function flipped(draw: Draw, bytes: Buffer): Buffer {
  const out = Buffer.from(bytes);
  for (let left = draw.between(1, 4); left > 0 && out.length > 0; left--) {
    const at = draw.below(out.length);
    out.writeUInt8(out.readUInt8(at) ^ (1 << draw.below(8)), at);
  }
  return out;
}

/** Something else where the text matches. */
function replaced(draw: Draw, bytes: Buffer, pattern: RegExp, by: string): Buffer {
  const text = bytes.toString("latin1");
  const found = [...text.matchAll(pattern)];
  const [first] = found;
  if (!first) return bytes;
  const { index, 0: old } = draw.pick([first, ...found]);
  return put(bytes, index, index + old.length, Buffer.from(by));
}

function lines(bytes: Buffer, change: (lines: string[]) => string[]): Buffer {
  return Buffer.from(change(bytes.toString("latin1").split("\n")).join("\n"), "latin1");
}

const MUTATIONS: readonly [Mutation, ...Mutation[]] = [
  flipped,
  (draw, bytes) => {
    const { from, to } = span(draw, bytes);
    return put(bytes, from, to, Buffer.alloc(0));
  },
  (draw, bytes) => {
    const { from, to } = span(draw, bytes);
    return put(bytes, to, to, bytes.subarray(from, to));
  },
  (draw, bytes) => {
    const { from } = span(draw, bytes);
    return put(bytes, from, from, Uint8Array.from(draw.pick(INVALID_UTF8)));
  },
  (draw, bytes) => {
    const { from } = span(draw, bytes);
    return put(bytes, from, from, Buffer.from(draw.pick([...TOKENS, ...ODD_TEXTS])));
  },
  (draw, bytes) => bytes.subarray(0, draw.below(bytes.length + 1)),
  (draw, bytes) => bytes.subarray(draw.small(bytes.length + 1)),
  (draw, bytes, other) => {
    const { from, to } = span(draw, bytes);
    const that = other();
    const there = span(draw, that);
    return put(bytes, from, to, that.subarray(there.from, there.to));
  },
  (draw, bytes, other) => {
    const that = other();
    const head = bytes.subarray(0, draw.below(bytes.length + 1));
    return Buffer.concat([head, that.subarray(draw.below(that.length + 1))]);
  },
  (draw, bytes) =>
    replaced(
      draw,
      bytes,
      /-?\d+(?:\.\d+)?/g,
      print(draw.pick<unknown>([-1, 1e21, 0, 2 ** 32, "x", null])),
    ),
  (draw, bytes) => replaced(draw, bytes, /"[^"\\\n]{0,40}"(?=:)/g, JSON.stringify(draw.pick(KEYS))),
  (draw, bytes) =>
    replaced(draw, bytes, /(?<=:)(?:"[^"\\\n]{0,60}"|\d+|true|false|null)/g, print(odd(draw))),
  (draw, bytes) =>
    replaced(draw, bytes, /[{}[\]",:]/g, draw.pick(["", "{", "}", "[", "]", '"', ",", ":"])),
  (draw, bytes) =>
    lines(bytes, (all) => {
      const [from, to] = [draw.below(all.length), draw.below(all.length)];
      const [line = ""] = all.splice(from, 1);
      return all.toSpliced(to, 0, line);
    }),
  (draw, bytes) =>
    lines(bytes, (all) => {
      const at = draw.below(all.length);
      const line = all[at] ?? "";
      return all.toSpliced(at, 0, ...Array.from({ length: draw.between(1, 5) }, () => line));
    }),
  (draw, bytes) => lines(bytes, (all) => all.toSpliced(draw.below(all.length), draw.between(1, 3))),
  (draw, bytes) => lines(bytes, (all) => [all.join(draw.pick(["\r\n", "\r", "\n\n", ""]))]),
];

export function mutated(draw: Draw, bytes: Buffer, other: () => Buffer): Buffer {
  let out = bytes;
  for (let left = 1 + draw.small(5); left > 0; left--) out = draw.pick(MUTATIONS)(draw, out, other);
  return out.length > MOST ? out.subarray(0, MOST) : out;
}
