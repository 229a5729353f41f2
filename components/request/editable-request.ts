// A request as editable text, and its way back into an outgoing request. Secrets that were masked and
// texts that are too long to edit appear as placeholders. A gRPC body is edited as JSON and encoded
// again before it is sent.

import { findJsonSyntaxError } from "../../lib/json/json-syntax-error.ts";
import type { OutgoingRequest } from "../../lib/protocol/encode/encode.ts";
import {
  type EncodedGrpcBody,
  encodeGrpcBody,
  toEditableGrpcBody,
} from "../../lib/protocol/grpc/body.ts";
import { isObject } from "../../lib/protocol/json.ts";
import { parseRoundTripJson } from "../../lib/protocol/snippets/literals.ts";
import type { HeaderList, OpenRecord } from "../../lib/wire/record.ts";

interface RequestText {
  readonly method: string;
  readonly url: string;
  /** One header per line. */
  readonly headers: string;
  readonly body: string;
}

export interface EditableRequest extends RequestText {
  /** The request before it was edited. */
  readonly original: RequestText;
  /** The exchange it was sent in. `null` for the message in the composer. */
  readonly sentIn: string | null;
  /** Placeholders and the long texts they stand for. */
  readonly omittedTexts: readonly (readonly [mark: string, text: string])[];
  readonly secrets: readonly string[];
  /** The encoded body of a gRPC request. `null` for text. */
  readonly bodyB64: string | null;
}

/** Headers that are added again when the request is sent. */
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
  const omitted: [mark: string, text: string][] = [];
  const written = bodyB64 === undefined ? body : JSON.stringify(toEditableGrpcBody(url, bodyB64));
  const short = written.replace(LONG_TEXT, (text) => {
    const mark = `‹${text.length} characters, ${omitted.length + 1}›`;
    omitted.push([mark, text]);
    return mark;
  });
  const text = { method, url, headers: formatHeaderLines(headers), body: indentBody(short) };
  return {
    ...text,
    original: text,
    sentIn,
    omittedTexts: omitted,
    secrets,
    bodyB64: bodyB64 ?? null,
  };
}

/** The base64 of a file is not worth editing. */
const LONG_TEXT = /[A-Za-z0-9+/_=-]{4000,}/g;

/** Masked headers are filled with the current credentials, if there are any. */
export function toEditableRecordedRequest(
  { method, url, headers, body, bodyB64, x }: RecordedRequest,
  applyCredentials: (request: OutgoingRequest) => OutgoingRequest = (request) => request,
): EditableRequest {
  const isAdded = (name: string) => name.startsWith(":") || ADDED_HEADERS.has(name.toLowerCase());
  const sent = headers.filter(([name]) => !isAdded(name));
  const currentHeaders = new Map(
    applyCredentials({ method, url, headers: [] }).headers.map((header) => [
      header[0].toLowerCase(),
      header,
    ]),
  );
  const own = sent.map((header) => {
    const isMasked = header[1].match(MASK_PATTERN) !== null;
    return (isMasked && currentHeaders.get(header[0].toLowerCase())) || header;
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

/** Why the request cannot be edited. `null` if it can. */
export function getNotEditableReason(record: Pick<OpenRecord, "framing" | "bodyB64" | "inbound">) {
  if (record.inbound) return "Loupe received this request and did not send it.";
  const isBinary = record.bodyB64 !== undefined && record.framing !== "grpc";
  return isBinary ? "The body is binary." : null;
}

const MASK_PATTERN = /‹masked [0-9a-f]+›/g;

/** The masks of secrets that must be entered again, without duplicates. */
export function findMasks({ url, headers, body }: RequestText): readonly string[] {
  return [...new Set(`${url}\n${headers}\n${body}`.match(MASK_PATTERN))];
}

/** What is wrong with method, URL or headers. `null` if nothing is. */
export function findRequestError({ method, url, headers }: RequestText): string | null {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(method.trim())) return "The method must be one word.";
  if (!/^https?:/.test(url.trim()) || !URL.canParse(url.trim()))
    return "The URL is not a valid http or https URL.";
  const lines = headers.split("\n");
  const wrong = lines.findIndex((line) => line.trim() !== "" && !/^[^\s:]+:/.test(line.trim()));
  return wrong < 0 ? null : `Header line ${wrong + 1} is not “name: value”.`;
}

export function isJsonOrEmpty({ body }: RequestText): boolean {
  return body === "" || findJsonSyntaxError(body) === null;
}

/** Encodes the body of a gRPC request. Returns an error message if that is not possible. */
export function parseGrpcBody(
  raw: EditableRequest,
  maskValues: MaskValues = NO_MASK_VALUES,
): EncodedGrpcBody | string {
  const { bodyB64, original } = raw;
  // Encoding it again would lose fields that the schema does not have.
  const isUnchanged = raw.body === original.body && raw.url === original.url;
  if (isUnchanged && bodyB64 !== null && findMasks(raw).length === 0)
    return { bodyB64, omitted: [] };
  const value = parseBody(fillBody(raw, maskValues));
  if (value === undefined) return "Only JSON can be encoded as a gRPC message.";
  return encodeGrpcBody(raw.url.trim(), value);
}

/** Secrets by their masks. */
type MaskValues = ReadonlyMap<string, string>;
const NO_MASK_VALUES: MaskValues = new Map();

/** The request to send, with long texts restored and masks replaced by the given secrets. */
export function toOutgoingRequest(
  raw: EditableRequest,
  maskValues: MaskValues = NO_MASK_VALUES,
): OutgoingRequest {
  const used = [...maskValues.values()].filter((secret) => secret !== "");
  const secrets = [...raw.secrets, ...used];
  return {
    method: raw.method.trim(),
    url: fillPlaceholderTexts(raw.url.trim(), maskValues, encodeURIComponent),
    headers: parseHeaderLines(fillPlaceholderTexts(raw.headers, maskValues, (secret) => secret)),
    ...createBody(raw, maskValues),
    ...(secrets.length > 0 && { secrets }),
  };
}

function createBody(raw: EditableRequest, maskValues: MaskValues): Partial<OutgoingRequest> {
  if (raw.bodyB64 === null) {
    const body = fillBody(raw, maskValues);
    return body === "" ? {} : { body };
  }
  const encoded = parseGrpcBody(raw, maskValues);
  if (typeof encoded === "string") throw new Error(encoded);
  return { bodyB64: encoded.bodyB64, framing: "grpc" };
}

function fillBody(raw: EditableRequest, maskValues: MaskValues): string {
  const inJson = (secret: string) => JSON.stringify(secret).slice(1, -1);
  const isJson = findJsonSyntaxError(raw.body) === null;
  return raw.omittedTexts.reduce(
    (text, [mark, original]) => text.replaceAll(mark, () => original),
    fillPlaceholderTexts(raw.body, maskValues, isJson ? inJson : (secret) => secret),
  );
}

function fillPlaceholderTexts(
  text: string,
  maskValues: MaskValues,
  escapeSecret: (secret: string) => string,
): string {
  return text.replace(MASK_PATTERN, (mark) => {
    const secret = maskValues.get(mark);
    return secret === undefined || secret === "" ? mark : escapeSecret(secret);
  });
}

/** Replaces the request id and the message id in the body, if it has them. */
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

/** Switches JSON between one line and indented. Anything else is returned unchanged. */
export function toggleBodyLayout(body: string): string {
  const value = parseBody(body);
  if (value === undefined) return body;
  return body.includes("\n") ? JSON.stringify(value) : JSON.stringify(value, null, 2);
}

/** Indents JSON, unless that would change more than white space. */
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
