/** A response whose body the tap has changed: how it is read, and how it is sent. */

import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { decodeStrict } from "../../text/utf8.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import type { DeliveredResponse, HeaderList } from "../../wire/record.ts";

export const isJson = (headers: HeaderList): boolean =>
  /^application\/(?:[\w.+-]+\+)?json\b/i.test(getHeaderValue(headers, "content-type") ?? "");

/** Headers that describe the original bytes, or let a client keep them. */
const DROPPED_HEADERS: ReadonlySet<string> = new Set([
  "age",
  "cache-control",
  "content-encoding",
  "content-length",
  "content-md5",
  "digest",
  "content-digest",
  "repr-digest",
  "etag",
  "expires",
  "last-modified",
  "trailer",
  "transfer-encoding",
]);

/** The headers of a changed body. It is nothing to keep. */
export function createEditedHeaders(headers: HeaderList, length: number): HeaderList {
  return [
    ...headers.filter(([name]) => !DROPPED_HEADERS.has(name.toLowerCase())),
    ["Content-Length", String(length)],
    ["Cache-Control", "no-store"],
  ];
}

/** Keeps the status line. */
export function formatResponse(raw: Buffer, { headers, body }: DeliveredResponse): Buffer {
  const [statusLine = ""] = raw.toString("latin1", 0, raw.indexOf(10)).split("\r");
  const lines = [statusLine, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), Buffer.from(body)]);
}

const DECOMPRESSORS: Readonly<Record<string, (bytes: Buffer, maxOutputLength: number) => Buffer>> =
  {
    gzip: (bytes, maxOutputLength) => gunzipSync(bytes, { maxOutputLength }),
    "x-gzip": (bytes, maxOutputLength) => gunzipSync(bytes, { maxOutputLength }),
    deflate: (bytes, maxOutputLength) => inflateSync(bytes, { maxOutputLength }),
    br: (bytes, maxOutputLength) => brotliDecompressSync(bytes, { maxOutputLength }),
  };

/** The text of a body; `null` if it cannot be decoded. */
export function decodeContent(
  body: Buffer,
  coding: string | null,
  maxLength: number,
): string | null {
  const name = coding?.trim().toLowerCase() ?? "";
  if (name === "" || name === "identity") return decodeStrict(body);
  try {
    const bytes = DECOMPRESSORS[name]?.(body, maxLength);
    return bytes ? decodeStrict(bytes) : null;
  } catch {
    return null;
  }
}
