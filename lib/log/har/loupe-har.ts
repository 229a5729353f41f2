/**
 * Reads HAR files written by Loupe. Besides the standard members, an entry contains its original
 * records without the data stored elsewhere in the entry. Combined, they restore the log exactly.
 */

import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";
import { decodeBase64, decodeStrict, encodeBase64 } from "../../text/utf8.ts";
import type { HeaderList, WireRecord } from "../../wire/record.ts";
import { isRecord } from "../record-shape.ts";

interface NumberedRecord {
  /** Index of the record in the log. */
  readonly line: number;
  readonly record: WireRecord;
}

/** `null` if Loupe did not write the entry. */
export function parseLoupeHarRecords(entry: unknown): NumberedRecord[] | null {
  if (!isObject(entry) || !isArray(entry._records)) return null;
  const request = isObject(entry.request) ? entry.request : {};
  const response = isObject(entry.response) ? entry.response : {};
  const body = decodeBody(isObject(response.content) ? response.content : {});
  let at = 0;
  let line = -1;
  const records: NumberedRecord[] = [];
  for (const stored of entry._records) {
    if (!isObject(stored)) continue;
    const { line: number, bytes, isText, ...rest } = stored;
    if (typeof number === "number") line = Math.max(line, number);
    const { r } = rest;
    if (typeof r !== "string") continue;
    let more: JsonObject = {};
    if (r === "open") more = getRequestMembers(request);
    if (r === "head") more = { headers: parseHeaders(response.headers) };
    if (r === "data" && typeof bytes === "number") {
      more = toDataContent(body.subarray(at, at + bytes), isText === true);
      at += bytes;
    }
    // Members of the record itself take precedence, for example the headers of a second head.
    const record = { ...more, ...rest, r };
    if (isRecord(record)) records.push({ line, record });
  }
  return records.length === 0 ? null : records;
}

function getRequestMembers({ method, url, headers, postData }: JsonObject): JsonObject {
  const { text, encoding } = isObject(postData) ? postData : {};
  const body = encoding === "base64" ? { bodyB64: text } : { body: text };
  return { method, url, headers: parseHeaders(headers), ...(typeof text === "string" && body) };
}

function parseHeaders(value: unknown): HeaderList {
  if (!isArray(value)) return [];
  return value.flatMap((header): [string, string][] =>
    isObject(header) && typeof header.name === "string" && typeof header.value === "string"
      ? [[header.name, header.value]]
      : [],
  );
}

function decodeBody({ text, encoding }: JsonObject): Uint8Array {
  if (typeof text !== "string") return new Uint8Array(0);
  if (encoding !== "base64") return new TextEncoder().encode(text);
  try {
    return decodeBase64(text);
  } catch {
    return new Uint8Array(0);
  }
}

function toDataContent(bytes: Uint8Array, isText: boolean): JsonObject {
  const text = isText ? decodeStrict(bytes) : null;
  return text === null ? { b64: encodeBase64(bytes), n: bytes.length } : { text, n: bytes.length };
}
