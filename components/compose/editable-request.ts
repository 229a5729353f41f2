// A request as it can be edited: exactly what goes out, less what was masked when it was recorded and
// what is too long to be typed in, each with a mark in its place. Of gRPC the body is written as JSON,
// and goes out as the bytes that say it.

import type { OutgoingRequest } from "../../lib/protocol/encode/encode.ts";
import {
  type EncodedGrpcBody,
  encodeGrpcBody,
  toEditableGrpcBody,
} from "../../lib/protocol/grpc/body.ts";
import { isObject } from "../../lib/protocol/json.ts";
import { findJsonSyntaxError } from "../../lib/protocol/json-syntax-error.ts";
import { parseRoundTripJson } from "../../lib/protocol/snippets/literals.ts";
import type { HeaderList, OpenRecord } from "../../lib/wire/record.ts";

export interface RequestText {
  readonly method: string;
  readonly url: string;
  /** A header a line. */
  readonly headers: string;
  readonly body: string;
}

export interface EditableRequest extends RequestText {
  /** What it was when editing began. */
  readonly original: RequestText;
  /** The exchange it was sent in before; `null` for the message being written. */
  readonly sentIn: string | null;
  /** Mark and text of what is kept aside. */
  readonly omittedTexts: readonly (readonly [mark: string, text: string])[];
  readonly secrets: readonly string[];
  /** The bytes that its body is, of gRPC; `null` for text. */
  readonly bodyB64: string | null;
}

/** What the connection adds by itself, and the server again. */
const ADDED_HEADERS = new Set([
  "host",
  "content-length",
  "connection",
  "user-agent",
  "accept-encoding",
  "grpc-accept-encoding",
]);

export function toEditableRequest(
  { method, url, headers, body = "", bodyB64, secrets = [] }: OutgoingRequest,
  sentIn: string | null = null,
): EditableRequest {
  const kept: [mark: string, text: string][] = [];
  const written = bodyB64 === undefined ? body : JSON.stringify(toEditableGrpcBody(url, bodyB64));
  const short = written.replace(LONG_TEXT, (text) => {
    const mark = `‹${text.length} characters, ${kept.length + 1}›`;
    kept.push([mark, text]);
    return mark;
  });
  const text = { method, url, headers: formatHeaderLines(headers), body: indentBody(short) };
  return { ...text, original: text, sentIn, omittedTexts: kept, secrets, bodyB64: bodyB64 ?? null };
}

/** A file's bytes, in which nobody edits anything. */
const LONG_TEXT = /[A-Za-z0-9+/_=-]{4000,}/g;

/** Where there are credentials now, they stand for what was masked. */
export function toEditableRecordedRequest(
  { method, url, headers, body, bodyB64, x }: RecordedRequest,
  dressed: (request: OutgoingRequest) => OutgoingRequest = (request) => request,
): EditableRequest {
  const isAdded = (name: string) => name.startsWith(":") || ADDED_HEADERS.has(name.toLowerCase());
  const sent = headers.filter(([name]) => !isAdded(name));
  const held = new Map(
    dressed({ method, url, headers: [] }).headers.map((header) => [
      header[0].toLowerCase(),
      header,
    ]),
  );
  const own = sent.map((header) => {
    const isMasked = header[1].match(MASK_PATTERN) !== null;
    return (isMasked && held.get(header[0].toLowerCase())) || header;
  });
  return toEditableRequest(
    {
      method,
      url,
      headers: own,
      ...(body !== undefined && { body }),
      ...(bodyB64 !== undefined && { bodyB64 }),
    },
    x,
  );
}

type RecordedRequest = Pick<OpenRecord, "method" | "url" | "headers" | "body" | "bodyB64" | "x">;

/** Why it cannot be edited here; `null` where it can. */
export function getNotEditableReason(record: Pick<OpenRecord, "framing" | "bodyB64" | "inbound">) {
  if (record.inbound) return "It came to Loupe, and was not sent by it.";
  const isBinary = record.bodyB64 !== undefined && record.framing !== "grpc";
  return isBinary ? "Its body is bytes, not text." : null;
}

const MASK_PATTERN = /‹masked [0-9a-f]+›/g;

/** The marks of secrets that must be given again, each once. */
export function findMasks({ url, headers, body }: RequestText): readonly string[] {
  return [...new Set(`${url}\n${headers}\n${body}`.match(MASK_PATTERN))];
}

/** What is wrong with it besides its body; `null` for nothing. */
export function findRequestError({ method, url, headers }: RequestText): string | null {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(method.trim())) return "The method must be one word.";
  if (!/^https?:/.test(url.trim()) || !URL.canParse(url.trim())) return "That is no http URL.";
  const lines = headers.split("\n");
  const wrong = lines.findIndex((line) => line.trim() !== "" && !/^[^\s:]+:/.test(line.trim()));
  return wrong < 0 ? null : `Header line ${wrong + 1} has no name and colon.`;
}

export function isJsonOrEmpty({ body }: RequestText): boolean {
  return body === "" || findJsonSyntaxError(body) === null;
}

/** Of gRPC, what the body as it stands becomes; a sentence where it becomes nothing. */
export function parseGrpcBody(
  raw: EditableRequest,
  given: MaskValues = NO_MASK_VALUES,
): EncodedGrpcBody | string {
  const { bodyB64, original } = raw;
  // Fields that no schema knows would be lost in writing it anew.
  const isAsItWas = raw.body === original.body && raw.url === original.url;
  if (isAsItWas && bodyB64 !== null && findMasks(raw).length === 0) return { bodyB64, omitted: [] };
  const value = parseBody(fillBody(raw, given));
  if (value === undefined) return "Only JSON can be turned into the bytes of a message.";
  return encodeGrpcBody(raw.url.trim(), value);
}

/** Secrets by the masks that they are given for. */
type MaskValues = ReadonlyMap<string, string>;
const NO_MASK_VALUES: MaskValues = new Map();

/** The request as it stands, with what was kept aside and what was given for the masks. */
export function toOutgoingRequest(
  raw: EditableRequest,
  given: MaskValues = NO_MASK_VALUES,
): OutgoingRequest {
  const used = [...given.values()].filter((secret) => secret !== "");
  const secrets = [...raw.secrets, ...used];
  return {
    method: raw.method.trim(),
    url: fillPlaceholderTexts(raw.url.trim(), given, encodeURIComponent),
    headers: parseHeaderLines(fillPlaceholderTexts(raw.headers, given, (secret) => secret)),
    ...createBody(raw, given),
    ...(secrets.length > 0 && { secrets }),
  };
}

function createBody(raw: EditableRequest, given: MaskValues): Partial<OutgoingRequest> {
  if (raw.bodyB64 === null) {
    const body = fillBody(raw, given);
    return body === "" ? {} : { body };
  }
  const made = parseGrpcBody(raw, given);
  if (typeof made === "string") throw new Error(made);
  return { bodyB64: made.bodyB64, framing: "grpc" };
}

function fillBody(raw: EditableRequest, given: MaskValues): string {
  const inJson = (secret: string) => JSON.stringify(secret).slice(1, -1);
  const isJson = findJsonSyntaxError(raw.body) === null;
  return raw.omittedTexts.reduce(
    (text, [mark, kept]) => text.replaceAll(mark, () => kept),
    fillPlaceholderTexts(raw.body, given, isJson ? inJson : (secret) => secret),
  );
}

function fillPlaceholderTexts(
  text: string,
  given: MaskValues,
  spelled: (secret: string) => string,
): string {
  return text.replace(MASK_PATTERN, (mark) => {
    const secret = given.get(mark);
    return secret === undefined || secret === "" ? mark : spelled(secret);
  });
}

/** The body with other ids for the request and for the message, where it has such. */
export function renewIds(raw: EditableRequest, makeId: () => string): EditableRequest {
  const value = parseBody(raw.body);
  if (!isObject(value)) return raw;
  const { id, params, message } = value;
  const fresh = {
    ...value,
    ...(id !== undefined && value.jsonrpc !== undefined && { id: makeId() }),
    ...(isObject(params) && { params: renewMessageId(params, makeId) }),
    ...(isObject(message) && renewMessageId(value, makeId)),
  };
  return { ...raw, body: JSON.stringify(fresh, null, 2) };
}

function renewMessageId(holder: Readonly<Record<string, unknown>>, makeId: () => string) {
  const { message } = holder;
  if (!isObject(message) || message.messageId === undefined) return holder;
  return { ...holder, message: { ...message, messageId: makeId() } };
}

/** The same JSON on one line, or a member a line; anything else stays as it is. */
export function toggleBodyLayout(body: string): string {
  const value = parseBody(body);
  if (value === undefined) return body;
  return body.includes("\n") ? JSON.stringify(value) : JSON.stringify(value, null, 2);
}

/** Only where nothing but space is changed by it. */
function indentBody(body: string): string {
  const json = parseRoundTripJson(body);
  return json && typeof json.value === "object" ? JSON.stringify(json.value, null, 2) : body;
}

function parseBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function formatHeaderLines(headers: HeaderList): string {
  return headers.map(([name, value]) => `${name}: ${value}`).join("\n");
}

function parseHeaderLines(lines: string): HeaderList {
  return lines
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const;
    });
}
