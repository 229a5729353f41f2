/** Parses log lines as records and validates their shape, because a log may contain anything. */

import { isArray, isObject } from "../protocol/json.ts";
import { getUtf8Length } from "../text/utf8.ts";
import type { WireRecord } from "../wire/record.ts";

/** An object with a record kind, of any log version. */
export interface UnknownRecord {
  readonly r: string;
  readonly [key: string]: unknown;
}

const MAY_BE_KINDED = /^\s*\{/;

/** Parses a line as a record of any version; `null` if it is none. */
export function parseUnknownRecord(line: string): UnknownRecord | null {
  // Parsing would take seconds for a log of millions of damaged lines.
  if (!MAY_BE_KINDED.test(line) || !line.includes('"r"')) return null;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  return isUnknownRecord(value) ? value : null;
}

function isUnknownRecord(value: unknown): value is UnknownRecord {
  return isObject(value) && typeof value.r === "string";
}

/** Parses a line as a record of this version; `null` if it is none. */
export function parseRecord(line: string): WireRecord | null {
  const read = parseUnknownRecord(line);
  return read && isRecord(read) ? correctByteCount(read) : null;
}

/** Corrects the byte count of a data record. */
export function correctByteCount(record: WireRecord): WireRecord {
  if (record.r !== "data" || record.text === undefined || record.n === undefined) return record;
  const n = getUtf8Length(record.text);
  return record.n === n ? record : { ...record, n };
}

type ShapeCheck = (value: unknown) => boolean;

const optional =
  (check: ShapeCheck): ShapeCheck =>
  (value) =>
    value === undefined || check(value);

const isText: ShapeCheck = (value) => typeof value === "string";
/** `1e999` is valid JSON but parses to infinity. */
const isNumber: ShapeCheck = (value) => Number.isFinite(value);
const isFlag: ShapeCheck = (value) => typeof value === "boolean";
const isCount: ShapeCheck = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isTextOrNull: ShapeCheck = (value) => value === null || isText(value);
const isTimeOrNull: ShapeCheck = (value) => value === null || isNumber(value);
const isPorts: ShapeCheck = (value) => isArray(value) && value.every(isCount);
const isHeaders: ShapeCheck = (value) =>
  isArray(value) && value.every((pair) => isArray(pair) && isText(pair[0]) && isText(pair[1]));

function hasShape(checks: Readonly<Record<string, ShapeCheck>>): ShapeCheck {
  const members = Object.entries(checks);
  return (value) => isObject(value) && members.every(([name, check]) => check(value[name]));
}

const timeMembers = { t: optional(isTimeOrNull) };
const exchangeMembers = { ...timeMembers, x: isText };

const hasBytes: ShapeCheck = (value) =>
  isObject(value) && (isText(value.text) || isText(value.b64));

const isData = hasShape({
  ...exchangeMembers,
  text: optional(isText),
  b64: optional(isText),
  n: optional(isCount),
});

const isChange = hasShape({ path: isText, from: isText, to: isTextOrNull });
const isChanges: ShapeCheck = (value) => isArray(value) && value.every(isChange);

const isOpenHop = hasShape({
  via: isText,
  listen: isText,
  target: isText,
  connection: isCount,
  caller: hasShape({
    address: isText,
    port: isCount,
    program: optional(hasShape({ pid: isCount, name: isText, listens: isPorts })),
  }),
  firstByte: optional(isTimeOrNull),
  received: optional(
    hasShape({
      url: isText,
      headers: isHeaders,
      body: optional(isText),
      changes: optional(isChanges),
    }),
  ),
});

const isDelay = hasShape({ reads: isCount, mean: isNumber, max: isNumber });

const isCheckedSignature = hasShape({
  alg: optional(isText),
  kid: optional(isText),
  result: isText,
  why: optional(isText),
});

const isEndHop = hasShape({
  delay: optional(hasShape({ request: optional(isDelay), response: optional(isDelay) })),
  delivered: optional(
    hasShape({
      headers: isHeaders,
      body: isText,
      bodyB64: optional(isText),
      changes: isChanges,
      signatures: optional((value) => isArray(value) && value.every(isCheckedSignature)),
    }),
  ),
});

const SHAPES: ReadonlyMap<string, ShapeCheck> = new Map([
  [
    "loupe",
    hasShape({ at: optional(isTextOrNull), name: optional(isText), masked: optional(isFlag) }),
  ],
  [
    "open",
    hasShape({
      ...exchangeMembers,
      method: isText,
      url: isText,
      headers: isHeaders,
      body: optional(isText),
      bodyB64: optional(isText),
      framing: optional(isText),
      inbound: optional(isFlag),
      refused: optional(isText),
      hop: optional(isOpenHop),
    }),
  ],
  [
    "redirect",
    hasShape({
      ...exchangeMembers,
      status: optional(isNumber),
      location: isText,
      headers: isHeaders,
    }),
  ],
  [
    "head",
    hasShape({
      ...exchangeMembers,
      status: isNumber,
      headers: isHeaders,
      statusText: optional(isText),
      httpVersion: optional(isText),
      remote: optional(hasShape({ address: isText, port: isNumber })),
      timing: optional(
        hasShape({
          dns: optional(isNumber),
          connect: optional(isNumber),
          tls: optional(isNumber),
          firstByte: optional(isNumber),
        }),
      ),
      decoded: optional(isText),
    }),
  ],
  ["data", (value) => hasBytes(value) && isData(value)],
  [
    "end",
    hasShape({
      ...exchangeMembers,
      cause: isText,
      error: optional(hasShape({ message: isText, by: optional(isText), code: optional(isText) })),
      trailers: optional(isHeaders),
      unparsed: optional(hasShape({ text: optional(isText), b64: optional(isText) })),
      wireBytes: optional(isNumber),
      hop: optional(isEndHop),
    }),
  ],
  ["note", hasShape({ ...timeMembers, text: isText, x: optional(isText) })],
  ["edge", hasShape({ ...exchangeMembers, parent: isTextOrNull })],
  [
    "edit",
    hasShape({
      ...exchangeMembers,
      event: isCount,
      do: isText,
      by: isText,
      step: optional(isCount),
      members: optional(isText),
      ms: optional(isNumber),
      times: optional(isCount),
      where: optional(isText),
      how: optional(isText),
      status: optional(isNumber),
      headers: optional(isHeaders),
      trailers: optional(isHeaders),
      gone: optional(isFlag),
      keepAlives: optional(isCount),
      text: optional(isText),
      b64: optional(isText),
      note: optional(isText),
    }),
  ],
  ["resume", hasShape({ ...timeMembers, at: optional(isText) })],
]);

/** Is the record valid? Unknown kinds and members are accepted. */
export function isRecord(value: UnknownRecord): value is UnknownRecord & WireRecord {
  return SHAPES.get(value.r)?.(value) ?? true;
}
