/**
 * JSON as nobody's library writes it: members twice, names that mean something to JavaScript,
 * numbers beyond any number, nested by the thousand.
 */

import { HOSTILE_PIECES } from "../../fixtures/hostile-texts.ts";
import type { Draw } from "../draw.ts";

/** Text that stands in JSON as it is, JSON or not. */
export class Raw {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const nested = (depth: number, open: string, inside: string, close: string) =>
  new Raw(open.repeat(depth) + inside + close.repeat(depth));

export const KEYS: readonly [string, ...string[]] = [
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

const NUMBERS: readonly [unknown, ...unknown[]] = [
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
  new Raw("-0"),
  new Raw("1e999"),
  new Raw("-1e999"),
  new Raw("9007199254740993"),
  new Raw("0.10000000000000000000000000000000001"),
  new Raw("1E-999999"),
  new Raw("123456789012345678901234567890"),
  new Raw("NaN"),
  new Raw("Infinity"),
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

export function number(draw: Draw): unknown {
  return draw.isLucky(0.3) ? draw.between(-3, 40) : draw.pick(NUMBERS);
}

/** Anything but what belongs there. */
export function odd(draw: Draw): unknown {
  switch (draw.below(15)) {
    case 0:
      return null;
    case 1:
      return draw.isLucky(0.5);
    case 2:
    case 3:
      return number(draw);
    case 4:
    case 5:
      return draw.pick(ODD_TEXTS);
    case 6:
      return draw.pick(ODD_TEXTS).repeat(draw.small(400));
    case 7:
      return draw.many(4, () => odd(draw));
    case 8:
    case 9:
      return Object.fromEntries(draw.many(4, () => [draw.pick(KEYS), odd(draw)]));
    case 10:
      return new Raw('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":1}}}');
    case 11:
      return new Raw(`{"a":1,"a":${print(odd(draw))},"__proto__":[],"__proto__":{"x":1}}`);
    case 12:
      return deep(draw);
    case 13:
      return new Raw('{"toString":1,"valueOf":{},"toJSON":"x","length":-1,"then":null}');
    default:
      return wide(draw);
  }
}

/** Mostly some levels, at times thousands. */
function deep(draw: Draw): Raw {
  const depth = draw.isLucky(0.02) ? draw.between(1000, 5000) : draw.between(1, 60);
  return draw.isLucky(0.5)
    ? nested(depth, "[", "", "]")
    : nested(depth, `{"${draw.pick(["a", "__proto__", "parts", "data"])}":`, "1", "}");
}

function wide(draw: Draw): Raw {
  const count = draw.isLucky(0.02) ? draw.between(1000, 3000) : draw.between(1, 30);
  const members = Array.from(
    { length: count },
    (_, at) => `"${at % 7 === 0 ? "" : "k"}${at}":${at}`,
  );
  return new Raw(`{${members.join(",")}}`);
}

/** `JSON.stringify`, for values of which some are text already. */
export function print(value: unknown, indent = ""): string {
  if (value instanceof Raw) return value.text;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const deeper = indent === "" ? "" : `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => print(item, deeper))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${JSON.stringify(key)}:${indent && " "}${print(item, deeper)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  if (indent === "" || items.length === 0) return `${open}${items.join(",")}${close}`;
  return `${open}${indent}${items.join(`,${indent}`)}${indent.slice(0, -2)}${close}`;
}
