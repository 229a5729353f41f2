/** Lines of a log as records: nobody promised that they are, so each is looked at before it is used. */

import { isArray, isObject } from "../protocol/json.ts";
import type { WireRecord } from "../wire/record.ts";
import { getUtf8Length } from "../wire/utf8.ts";

/** An object that names its kind: a record of some version. */
export interface Kinded {
  readonly r: string;
  readonly [key: string]: unknown;
}

const MAY_BE_KINDED = /^\s*\{/;

/** A line as a record of any version; `null` where it is none. */
export function kindedIn(line: string): Kinded | null {
  // To find out by parsing takes seconds for a log of millions of damaged lines.
  if (!MAY_BE_KINDED.test(line) || !line.includes('"r"')) return null;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  return isKinded(value) ? value : null;
}

function isKinded(value: unknown): value is Kinded {
  return isObject(value) && typeof value.r === "string";
}

/** A line as a record of this version; `null` where it is none. */
export function recordIn(line: string): WireRecord | null {
  const read = kindedIn(line);
  return read && isRecord(read) ? believed(read) : null;
}

/** What data says of its own length is true by now, whoever wrote it. */
export function believed(record: WireRecord): WireRecord {
  if (record.r !== "data" || record.text === undefined || record.n === undefined) return record;
  const n = getUtf8Length(record.text);
  return record.n === n ? record : { ...record, n };
}

type Check = (value: unknown) => boolean;

const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

const isText: Check = (value) => typeof value === "string";
/** `1e999` is valid JSON, and no number. */
const isNumber: Check = (value) => Number.isFinite(value);
const isFlag: Check = (value) => typeof value === "boolean";
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isTextOrNull: Check = (value) => value === null || isText(value);
const isTimeOrNull: Check = (value) => value === null || isNumber(value);
const isHeaders: Check = (value) =>
  isArray(value) && value.every((pair) => isArray(pair) && isText(pair[0]) && isText(pair[1]));

function has(checks: Readonly<Record<string, Check>>): Check {
  const members = Object.entries(checks);
  return (value) => isObject(value) && members.every(([name, check]) => check(value[name]));
}

const time = { t: maybe(isTimeOrNull) };
const ofExchange = { ...time, x: isText };

const hasBytes: Check = (value) => isObject(value) && (isText(value.text) || isText(value.b64));

const isData = has({ ...ofExchange, text: maybe(isText), b64: maybe(isText), n: maybe(isCount) });

const SHAPES: ReadonlyMap<string, Check> = new Map([
  ["loupe", has({ at: maybe(isTextOrNull), name: maybe(isText), masked: maybe(isFlag) })],
  [
    "open",
    has({
      ...ofExchange,
      method: isText,
      url: isText,
      headers: isHeaders,
      body: maybe(isText),
      bodyB64: maybe(isText),
      framing: maybe(isText),
      inbound: maybe(isFlag),
      refused: maybe(isText),
    }),
  ],
  [
    "redirect",
    has({ ...ofExchange, status: maybe(isNumber), location: isText, headers: isHeaders }),
  ],
  [
    "head",
    has({
      ...ofExchange,
      status: isNumber,
      headers: isHeaders,
      statusText: maybe(isText),
      httpVersion: maybe(isText),
      remote: maybe(has({ address: isText, port: isNumber })),
      timing: maybe(
        has({
          dns: maybe(isNumber),
          connect: maybe(isNumber),
          tls: maybe(isNumber),
          firstByte: maybe(isNumber),
        }),
      ),
      decoded: maybe(isText),
    }),
  ],
  ["data", (value) => hasBytes(value) && isData(value)],
  [
    "end",
    has({
      ...ofExchange,
      cause: isText,
      error: maybe(has({ message: isText, by: maybe(isText), code: maybe(isText) })),
      trailers: maybe(isHeaders),
      unparsed: maybe(has({ text: maybe(isText), b64: maybe(isText) })),
      wireBytes: maybe(isNumber),
    }),
  ],
  ["note", has({ ...time, text: isText, x: maybe(isText) })],
  ["resume", has({ ...time, at: maybe(isText) })],
]);

/** Is it whole enough to be used? Kinds and members that this version does not know are let be. */
export function isRecord(value: Kinded): value is Kinded & WireRecord {
  return SHAPES.get(value.r)?.(value) ?? true;
}
