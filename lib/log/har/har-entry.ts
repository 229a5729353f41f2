/** Parses one HAR entry as browsers write it. Every member may be missing. */

import { isArray, isObject, type JsonObject, toPlainText } from "../../protocol/json.ts";
import { formatPlural } from "../../text/plural.ts";
import { decodeBase64, decodeStrict } from "../../text/utf8.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import type { EndCause, HeaderList } from "../../wire/record.ts";
import { parseInstant } from "../text-lines/instant.ts";

export interface HarEntry {
  /** Milliseconds since 1970; `null` if unknown. */
  readonly started: number | null;
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  readonly body: string | null;
  /** Milliseconds from its start; `null` if not measured. */
  readonly timing: HarTiming;
  /** `null` without a response. */
  readonly response: HarResponse | null;
  /** The browser's error. */
  readonly error: string | null;
  readonly remote: { readonly address: string; readonly port: number } | null;
}

interface HarTiming {
  readonly dns: number | null;
  readonly connect: number | null;
  readonly firstByte: number | null;
  readonly end: number | null;
}

export interface HarResponse {
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string | null;
  readonly headers: HeaderList;
  /** `null` if the browser did not save it. */
  readonly body: Uint8Array | null;
  /** The browser decoded it with the wrong character set; the original bytes were restored. */
  readonly hasRestoredCharset: boolean;
  /** Why the body is missing: where it is instead, or its size. */
  readonly missingReason: string;
  readonly events: readonly HarEvent[];
}

/** One event of a stream, as the browser parsed it. */
export interface HarEvent {
  readonly ms: number | null;
  readonly name: string;
  readonly id: string;
  readonly data: string;
}

/** `null` without a request. */
export function parseHarEntry(value: unknown): HarEntry | null {
  if (!isObject(value) || !isObject(value.request)) return null;
  const { request, response } = value;
  if (typeof request.url !== "string" || typeof request.method !== "string") return null;
  const postData = isObject(request.postData) ? request.postData : {};
  const answer = isObject(response) ? parseResponse(response, value) : null;
  return {
    started: parseInstant(value.startedDateTime)?.ms ?? null,
    method: request.method,
    url: request.url,
    headers: parseHeaders(request.headers),
    body: getRequestBody(postData),
    timing: parseTiming(value),
    response: answer,
    error: findFirstText(isObject(response) ? [response._error, response._failureText] : []),
    remote: parseRemote(value),
  };
}

function parseResponse(response: JsonObject, entry: JsonObject): HarResponse | null {
  const { status } = response;
  if (typeof status !== "number" || status <= 0) return null;
  const content = isObject(response.content) ? response.content : {};
  const headers = parseHeaders(response.headers);
  const { body, hasRestoredCharset } = decodeBody(content, headers);
  const events = getEvents(entry);
  const version =
    /(?:HTTP\/|^h)(\d(?:\.\d)?)/i.exec(toPlainText(response.httpVersion))?.[1] ?? null;
  return {
    status,
    statusText: typeof response.statusText === "string" ? response.statusText : "",
    httpVersion: version,
    headers,
    // A response with events was not empty, whatever size the browser reports.
    body: body?.length === 0 && events.length > 0 ? null : body,
    hasRestoredCharset,
    missingReason: getMissingReason(content),
    events,
  };
}

function decodeBody(
  content: JsonObject,
  headers: HeaderList,
): { readonly body: Uint8Array | null; readonly hasRestoredCharset: boolean } {
  const { text, size, encoding, mimeType } = content;
  const none = size === 0 ? new Uint8Array(0) : null;
  if (typeof text !== "string") return { body: none, hasRestoredCharset: false };
  if (encoding !== "base64") {
    const type = `${getHeaderValue(headers, "content-type")} ${toPlainText(mimeType)}`;
    const before = /charset=/i.test(type) ? null : restoreUtf8Bytes(text);
    return { body: before ?? new TextEncoder().encode(text), hasRestoredCharset: before !== null };
  }
  try {
    return { body: decodeBase64(text), hasRestoredCharset: false };
  } catch {
    return { body: null, hasRestoredCharset: false };
  }
}

function getMissingReason({ _file, size, comment, text }: JsonObject): string {
  if (typeof _file === "string") return `it is in a separate file, ${_file}`;
  if (typeof text === "string") return "its content is not base64, although it is marked as base64";
  if (typeof comment === "string" && comment !== "") return comment;
  return typeof size === "number" && size > 0 ? `its size was ${formatPlural(size, "byte")}` : "";
}

/** The request body; `encoding` tells if it is base64. */
function getRequestBody({ text, encoding }: JsonObject): string | null {
  if (typeof text !== "string") return null;
  if (encoding !== "base64") return text;
  try {
    return new TextDecoder().decode(decodeBase64(text));
  } catch {
    return text;
  }
}

/** A browser may write both lists and leave one empty. */
function getEvents({ _eventSourceMessages, _eventStreamMessages }: JsonObject): HarEvent[] {
  const events = parseEvents(_eventSourceMessages);
  return events.length > 0 ? events : parseEvents(_eventStreamMessages);
}

function parseEvents(value: unknown): HarEvent[] {
  if (!isArray(value)) return [];
  return value.filter(isObject).map(({ time, eventName, eventId, data }) => ({
    ms: parseInstant(time)?.ms ?? null,
    name: typeof eventName === "string" ? eventName : "",
    id: typeof eventId === "string" ? eventId : "",
    data: typeof data === "string" ? data : "",
  }));
}

function parseHeaders(value: unknown): HeaderList {
  if (!isArray(value)) return [];
  return value.flatMap((header): [string, string][] =>
    // Chrome lists HTTP/2 pseudo-headers among the headers.
    isObject(header) && typeof header.name === "string" && !header.name.startsWith(":")
      ? [[header.name, toPlainText(header.value ?? "")]]
      : [],
  );
}

function parseTiming(entry: JsonObject): HarTiming {
  const timings = isObject(entry.timings) ? entry.timings : {};
  const spent = (name: string) => {
    const value = timings[name];
    return typeof value === "number" && value > 0 ? value : 0;
  };
  const isMeasured = (name: string) =>
    typeof timings[name] === "number" && Number(timings[name]) >= 0;
  const dns = spent("blocked") + spent("dns");
  const connect = dns + spent("connect");
  const firstByte = connect + spent("send") + spent("wait");
  const { time } = entry;
  return {
    dns: isMeasured("dns") ? dns : null,
    connect: isMeasured("connect") ? connect : null,
    firstByte: isMeasured("wait") ? firstByte : null,
    end: typeof time === "number" && time >= 0 ? time : null,
  };
}

function parseRemote(entry: JsonObject): HarEntry["remote"] {
  const { serverIPAddress, connection, _serverPort } = entry;
  const address = typeof serverIPAddress === "string" ? serverIPAddress.replace(/[[\]]/g, "") : "";
  const port = Number(toPlainText(_serverPort ?? connection));
  return address !== "" && Number.isInteger(port) && port > 0 ? { address, port } : null;
}

function findFirstText(values: readonly unknown[]): string | null {
  for (const value of values) if (typeof value === "string" && value !== "") return value;
  return null;
}

/** Browsers' error names. */
const CAUSES: readonly (readonly [EndCause, RegExp])[] = [
  ["aborted", /ABORTED|cancell?ed/i],
  ["dns", /NAME_NOT_RESOLVED|UNKNOWN_HOST/i],
  ["tls", /ERR_(?:CERT|SSL)|SEC_ERROR/i],
  ["timeout", /TIMED_?OUT/i],
  ["refused", /REFUSED|BLOCKED|ADDRESS_UNREACHABLE/i],
  ["reset", /RESET|CLOSED|INCOMPLETE|EMPTY_RESPONSE|HTTP2|QUIC|NET_INTERRUPT/i],
];

export function getHarEndCause(error: string): EndCause {
  return CAUSES.find(([, words]) => words.test(error))?.[0] ?? "unknown";
}

/** The windows-1252 characters from 0x80. Not every runtime's decoder supports them. */
const CHARACTERS_FROM_80 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

const BYTES_BY_CHARACTER: ReadonlyMap<string, number> = new Map([
  ...Array.from({ length: 256 }, (_, byte) => [String.fromCharCode(byte), byte] as const).filter(
    ([, byte]) => byte < 0x80 || byte > 0x9f,
  ),
  ...Array.from(CHARACTERS_FROM_80, (char, i) => [char, 0x80 + i] as const),
]);

/**
 * The original bytes if the text is UTF-8 decoded as windows-1252; else `null`. Chromium decodes so
 * if the content type has no charset, even for event streams and JSON. Text that really was
 * windows-1252 is not valid UTF-8 when converted back.
 */
function restoreUtf8Bytes(text: string): Uint8Array | null {
  const bytes = new Uint8Array(text.length);
  let isPlain = true;
  for (let i = 0; i < text.length; i++) {
    const byte = BYTES_BY_CHARACTER.get(text[i] ?? "");
    if (byte === undefined) return null;
    if (byte >= 0x80) isPlain = false;
    bytes[i] = byte;
  }
  return isPlain || decodeStrict(bytes) === null ? null : bytes;
}
