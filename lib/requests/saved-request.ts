/**
 * A saved request: a message that is encoded when it is sent, or a request that is sent as written.
 *
 * Guarantees: `parseSavedRequest` returns only well-formed requests; it explains what is wrong with
 * any other value, and never throws.
 */

import { isArray, isObject, type JsonObject } from "../protocol/json.ts";

/** A file or data that goes with a message besides its text. */
export type SavedPart =
  | { readonly kind: "data"; readonly json: string }
  | {
      readonly kind: "file";
      readonly name: string;
      readonly mediaType: string;
      /** In bytes; `null` if the agent is to fetch the file. */
      readonly size: number | null;
      /** Base64, or the URL of the file. */
      readonly source: { readonly bytes: string } | { readonly uri: string };
    };

/** A message without what belongs to one run: ids, the task it continues, the tasks it refers to. */
export interface SavedMessage {
  readonly kind: "message";
  readonly text: string;
  readonly operation: "stream" | "send";
  readonly parts: readonly SavedPart[];
  /** JSON as typed; empty for none. */
  readonly metadata: string;
  readonly requestMetadata: string;
  readonly acceptedOutputModes: readonly string[];
  /** As typed; empty for the agent's default. */
  readonly historyLength: string;
  readonly returnImmediately: boolean;
}

/** A request as text. The ids in it are renewed each time it is sent. */
export interface ExactRequest {
  readonly kind: "request";
  readonly method: string;
  readonly url: string;
  /** One header per line. */
  readonly headers: string;
  /** Of a gRPC request, the message as JSON. */
  readonly body: string;
  readonly isGrpc: boolean;
}

export type RequestContent = SavedMessage | ExactRequest;

export interface SavedRequest {
  readonly id: string;
  readonly name: string;
  readonly content: RequestContent;
}

/** Limits of one saved request. */
export const MAX_NAME_LENGTH = 120;
const MAX_CONTENT_LENGTH = 300_000;
const MAX_PARTS = 50;

export const EMPTY_MESSAGE: SavedMessage = {
  kind: "message",
  text: "",
  operation: "stream",
  parts: [],
  metadata: "",
  requestMetadata: "",
  acceptedOutputModes: [],
  historyLength: "",
  returnImmediately: false,
};

/** Returns what is wrong with the value if it is not a saved request. */
export function parseSavedRequest(value: unknown): SavedRequest | string {
  if (!isObject(value)) return "A saved request must be an object.";
  const { id, name } = value;
  if (!isId(id)) return "A saved request has no valid id.";
  if (!isName(name)) return `The name must have 1 to ${MAX_NAME_LENGTH} characters.`;
  const content = parseContent(value.content);
  return typeof content === "string" ? content : { id, name: name.trim(), content };
}

/** Ids are made by clients, and are the same in files and on the server. */
export function isId(value: unknown): value is string {
  return typeof value === "string" && /^[\w-]{1,64}$/.test(value);
}

export function isName(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "" && value.length <= MAX_NAME_LENGTH;
}

function parseContent(value: unknown): RequestContent | string {
  if (!isObject(value)) return "A saved request has no content.";
  if (JSON.stringify(value).length > MAX_CONTENT_LENGTH) {
    return `It is too large: a saved request may have ${MAX_CONTENT_LENGTH / 1000} KB, with its files.`;
  }
  if (value.kind === "message") return parseMessage(value);
  if (value.kind === "request") return parseExactRequest(value);
  return "A saved request is a message or a request.";
}

function parseMessage(value: JsonObject): SavedMessage | string {
  const { text = "", operation = "stream", parts = [] } = value;
  if (typeof text !== "string") return "The text of a message must be a string.";
  if (operation !== "stream" && operation !== "send") {
    return "The operation of a message must be stream or send.";
  }
  if (!isArray(parts) || parts.length > MAX_PARTS) {
    return `The parts of a message must be a list of at most ${MAX_PARTS}.`;
  }
  const read = parts.map(parsePart);
  const problem = read.find((part) => typeof part === "string");
  if (problem !== undefined) return problem;
  const modes = value.acceptedOutputModes ?? [];
  if (!isArray(modes)) return "The accepted output modes must be a list.";
  return {
    kind: "message",
    text,
    operation,
    parts: read.filter((part) => typeof part !== "string"),
    metadata: getString(value, "metadata"),
    requestMetadata: getString(value, "requestMetadata"),
    acceptedOutputModes: modes.filter((mode) => typeof mode === "string"),
    historyLength: getString(value, "historyLength"),
    returnImmediately: value.returnImmediately === true,
  };
}

function parsePart(value: unknown): SavedPart | string {
  if (!isObject(value)) return "A part of a message must be an object.";
  const { kind, json, size, source } = value;
  if (kind === "data" && typeof json === "string") return { kind, json };
  if (kind !== "file" || !isObject(source)) return "A part of a message must be data or a file.";
  const { bytes, uri } = source;
  const file = {
    kind,
    name: getString(value, "name"),
    mediaType: getString(value, "mediaType"),
    size: typeof size === "number" ? size : null,
  } as const;
  if (typeof bytes === "string") return { ...file, source: { bytes } };
  return typeof uri === "string" ? { ...file, source: { uri } } : "A file has no content.";
}

function parseExactRequest(value: JsonObject): ExactRequest | string {
  const { method, url } = value;
  if (typeof method !== "string" || typeof url !== "string") {
    return "A request must have a method and a URL.";
  }
  return {
    kind: "request",
    method,
    url,
    headers: getString(value, "headers"),
    body: getString(value, "body"),
    isGrpc: value.isGrpc === true,
  };
}

function getString(value: JsonObject, name: string): string {
  const text = value[name];
  return typeof text === "string" ? text : "";
}

/** A name for content that has none: the start of its text, or the method that it calls. */
export function suggestName(content: RequestContent): string {
  const name = content.kind === "message" ? suggestMessageName(content) : suggestMethod(content);
  const line = name.replace(/\s+/g, " ").trim();
  const short = [...line].slice(0, SUGGESTED_LENGTH).join("");
  return short.length < line.length ? `${short.trimEnd()}…` : line;
}

const SUGGESTED_LENGTH = 60;

function suggestMessageName({ text, parts }: SavedMessage): string {
  if (text.trim() !== "") return text;
  const file = parts.find((part) => part.kind === "file" && part.name !== "");
  return file?.kind === "file" ? file.name : "Data";
}

function suggestMethod({ method, url, body }: ExactRequest): string {
  const called = /"method"\s*:\s*"([^"]+)"/.exec(body)?.[1];
  return (
    called ?? `${method} ${url.replace(/^[a-z]+:\/\/[^/]*/i, "").replace(/[?#].*$/s, "") || "/"}`
  );
}
