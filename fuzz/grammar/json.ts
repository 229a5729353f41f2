/**
 * JSON that no library would write: duplicate members, names with a meaning in JavaScript, numbers out
 * of range, thousands of levels.
 */

import { HOSTILE_PIECES } from "../../fixtures/hostile-texts.ts";
import type { RandomSource } from "../random-source.ts";

/** Text that is inserted into JSON unchanged, valid or not. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const createNested = (depth: number, open: string, inside: string, close: string) =>
  new RawJson(open.repeat(depth) + inside + close.repeat(depth));

export const ODD_KEYS: readonly [string, ...string[]] = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "then",
  "length",
  "0",
  "-1",
  "",
  "\u0000",
  "\ud800",
  "kind",
  "type",
  "id",
  "taskId",
  "task_id",
  "contextId",
  "metadata",
  "parts",
  "status",
  "result",
  "error",
  "jsonrpc",
  "data",
];

const ODD_NUMBERS: readonly [unknown, ...unknown[]] = [
  0,
  1,
  -1,
  0.1,
  255,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  2 ** 53,
  1e21,
  1e308,
  5e-324,
  new RawJson("-0"),
  new RawJson("1e999"),
  new RawJson("-1e999"),
  new RawJson("9007199254740993"),
  new RawJson("0.10000000000000000000000000000000001"),
  new RawJson("1E-999999"),
  new RawJson("123456789012345678901234567890"),
  new RawJson("NaN"),
  new RawJson("Infinity"),
  "NaN",
  "-0",
  "1e3",
  "Infinity",
];

export const ODD_TEXTS: readonly [string, ...string[]] = [
  "",
  " ",
  "\u0000",
  "\uFEFF",
  "\ud83d",
  "\udc00\ud800",
  "\u2028\u2029",
  "\r\n",
  "\r",
  "\n\n",
  "data: x\n\ndata: y",
  "null",
  "NaN",
  "-1",
  "true",
  '{"kind":"task","id":"t1"}',
  "{",
  "]]>",
  "</script><script>",
  "<think>",
  "</think>",
  '<tool_call>{"name":"x"}</tool_call>',
  "\u001b[31mred\u001b[0m",
  "é\u0301\u0301",
  "👩‍👩‍👧",
  "$(touch x)`y`'\"",
  "%E0%A4%A",
  "aGVsbG8=",
  "2026-11-20T16:41:24.309Z",
  "275760-09-13T00:00:00.001Z",
  "9999999999999999999",
  "berth7@harbour.example ",
  ...HOSTILE_PIECES,
];

export function drawNumber(draw: RandomSource): unknown {
  return draw.isLucky(0.3) ? draw.between(-3, 40) : draw.pickOne(ODD_NUMBERS);
}

/** Any value of the wrong type. */
export function drawOddValue(draw: RandomSource): unknown {
  switch (draw.below(15)) {
    case 0:
      return null;
    case 1:
      return draw.isLucky(0.5);
    case 2:
    case 3:
      return drawNumber(draw);
    case 4:
    case 5:
      return draw.pickOne(ODD_TEXTS);
    case 6:
      return draw.pickOne(ODD_TEXTS).repeat(draw.small(400));
    case 7:
      return draw.many(4, () => drawOddValue(draw));
    case 8:
    case 9:
      return Object.fromEntries(draw.many(4, () => [draw.pickOne(ODD_KEYS), drawOddValue(draw)]));
    case 10:
      return new RawJson(
        '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":1}}}',
      );
    case 11:
      return new RawJson(
        `{"a":1,"a":${printJson(drawOddValue(draw))},"__proto__":[],"__proto__":{"x":1}}`,
      );
    case 12:
      return drawDeepValue(draw);
    case 13:
      return new RawJson('{"toString":1,"valueOf":{},"toJSON":"x","length":-1,"then":null}');
    default:
      return drawWideValue(draw);
  }
}

/** Usually a few levels, sometimes thousands. */
function drawDeepValue(draw: RandomSource): RawJson {
  const depth = draw.isLucky(0.02) ? draw.between(1000, 5000) : draw.between(1, 60);
  return draw.isLucky(0.5)
    ? createNested(depth, "[", "", "]")
    : createNested(depth, `{"${draw.pickOne(["a", "__proto__", "parts", "data"])}":`, "1", "}");
}

function drawWideValue(draw: RandomSource): RawJson {
  const count = draw.isLucky(0.02) ? draw.between(1000, 3000) : draw.between(1, 30);
  const members = Array.from(
    { length: count },
    (_, at) => `"${at % 7 === 0 ? "" : "k"}${at}":${at}`,
  );
  return new RawJson(`{${members.join(",")}}`);
}

/** `JSON.stringify` for values that may contain raw text. */
export function printJson(value: unknown, indent = ""): string {
  if (value instanceof RawJson) return value.text;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const deeper = indent === "" ? "" : `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => printJson(item, deeper))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${JSON.stringify(key)}:${indent && " "}${printJson(item, deeper)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  if (indent === "" || items.length === 0) return `${open}${items.join(",")}${close}`;
  return `${open}${indent}${items.join(`,${indent}`)}${indent.slice(0, -2)}${close}`;
}
