/** Lines of a log as records: nobody promised that they are, so each is looked at before it is used. */

import { isObject } from "../protocol/json.ts";
import type { WireRecord } from "../wire/record.ts";

/** An object that names its kind: a record of some version. */
export interface Kinded {
  readonly r: string;
  readonly [key: string]: unknown;
}

/** A line as a record of any version; `null` where it is none. */
export function kindedIn(line: string): Kinded | null {
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
  return read && isRecord(read) ? read : null;
}

const isTime = (value: unknown) =>
  value === null || value === undefined || typeof value === "number";
const isText = (value: unknown) => value === undefined || typeof value === "string";

/** Is it a record of this version, whole enough to be used? */
export function isRecord(value: Kinded): value is Kinded & WireRecord {
  if (!isTime(value.t) || !isText(value.text) || !isText(value.b64) || !isText(value.body)) {
    return false;
  }
  const needsExchange = ["open", "redirect", "head", "data", "end"].includes(value.r);
  if (needsExchange && typeof value.x !== "string") return false;
  if (value.r === "open") {
    return typeof value.method === "string" && typeof value.url === "string" && hasHeaders(value);
  }
  if (value.r === "head") return typeof value.status === "number" && hasHeaders(value);
  if (value.r === "data") return value.n === undefined || isCount(value.n);
  if (value.r === "redirect") return typeof value.location === "string" && hasHeaders(value);
  if (value.r === "end") return typeof value.cause === "string" && isEnding(value.error);
  return true;
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

const isEnding = (value: unknown) =>
  value === undefined || (isObject(value) && typeof value.message === "string");

function hasHeaders({ headers }: Kinded): boolean {
  return (
    Array.isArray(headers) &&
    headers.every(
      (pair) => Array.isArray(pair) && typeof pair[0] === "string" && typeof pair[1] === "string",
    )
  );
}
