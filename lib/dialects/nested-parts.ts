/**
 * Extracts parts nested in other values: data sent as a file through a model's own part types,
 * framework messages serialized as text, and executions in a task's metadata.
 */

import { parseExactJson } from "../json/exact-json.ts";
import { isArray, isObject } from "../protocol/json.ts";
import type { Part } from "../protocol/model.ts";
import type { CompactPart } from "../timeline/artifact-parts.ts";
import type { EntryUpdate } from "./entry-update.ts";
import { getOwnMember, toList, toMembers } from "./payloads/json-access.ts";

/** The parts of an update other than plain text, with nested parts extracted. */
export function extractNestedParts(update: EntryUpdate): Part[] {
  const { parts: pieces } = update;
  if (pieces.length === 0) return readExecution(update.eventMetadata);
  const parts: Part[] = [];
  for (const part of pieces) if (!isPlainText(part)) parts.push(...openPart(part));
  return parts;
}

/** Whether a part is text without metadata or nested parts, as nearly all tokens are. */
function isPlainText(part: CompactPart): part is string {
  if (typeof part === "string") return true;
  if (part.kind !== "text" || part.metadata !== undefined) return false;
  return part.mediaType === undefined && !part.text.startsWith("{");
}

function openPart(part: Part): Part[] {
  if (part.kind === "file") return [readTunnelledPart(part)];
  return part.kind === "text" && MESSAGE_DUMP.test(part.text) ? parseMessageDump(part) : [part];
}

/** `{"role":"tool","content":[…`, with or without an id before it. */
const MESSAGE_DUMP = /^\{(?:"id":"[^"]{0,100}",)?"role":"(?:assistant|tool)","content":\[/;

/** The content of a serialized framework message; each call and result as a data part. */
function parseMessageDump(part: Part & { kind: "text" }): Part[] {
  let parsed: unknown;
  try {
    parsed = parseExactJson(part.text);
  } catch {
    return [part];
  }
  const content = getOwnMember(parsed, "content");
  if (!isArray(content)) return [part];
  return content.map((element): Part => {
    const { type, text } = toMembers(element);
    if (typeof text !== "string") return { kind: "data", data: element };
    return { kind: "text", text, ...(type === "reasoning" && { metadata: { kind: type } }) };
  });
}

/** Calls and results that are reported after the execution. */
function readExecution(metadata: unknown): Part[] {
  const execution = getOwnMember(metadata, "execution");
  return ["toolCalls", "toolResults"].flatMap((list) =>
    toList(getOwnMember(execution, list)).map((value): Part => {
      const data = {
        type: getOwnMember(value, "type"),
        ...toMembers(getOwnMember(value, "payload")),
      };
      return { kind: "data", data };
    }),
  );
}

const OPENING_TAG = "<a2a_datapart_json>";
const CLOSING_TAG = "</a2a_datapart_json>";
/** The beginning of the opening tag in base64. */
const ENCODED_START = "PGEyYV9kYXRhcGFydF9qc29u";
/** Larger files are not decoded. */
const MAX_LENGTH = 4_000_000;

/** The data part inside a file part; other parts unchanged. */
function readTunnelledPart(part: Part & { kind: "file" }): Part {
  if (part.bytes === undefined) return part;
  const { bytes } = part;
  if (!bytes.startsWith(ENCODED_START) || bytes.length > MAX_LENGTH) return part;
  const text = decodeBase64Text(bytes);
  if (!text?.startsWith(OPENING_TAG) || !text.endsWith(CLOSING_TAG)) return part;
  try {
    const value: unknown = JSON.parse(text.slice(OPENING_TAG.length, -CLOSING_TAG.length));
    if (!isObject(value) || value.data === undefined) return part;
    return {
      kind: "data",
      data: value.data,
      ...(isObject(value.metadata) && { metadata: value.metadata }),
    };
  } catch {
    return part;
  }
}

const BASE64_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const DIGIT_VALUES = new Map(
  [...`${BASE64_DIGITS}-_`].map((digit, i) => [digit, i < 64 ? i : i - 2]),
);

/** Decodes UTF-8 text from base64 of either alphabet; `null` if invalid. */
function decodeBase64Text(base64: string): string | null {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const digit of base64) {
    if (digit === "=" || digit === "\n" || digit === "\r") continue;
    const value = DIGIT_VALUES.get(digit);
    if (value === undefined) return null;
    held = ((held << 6) | value) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 0xff);
  }
  return new TextDecoder().decode(Uint8Array.from(bytes)).trim();
}
