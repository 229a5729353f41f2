/**
 * Parts inside something else: data that was carried through a model's own part types as a file,
 * whole messages of a framework written out as text, and runs told in a task's metadata.
 */

import { isArray, isObject } from "../protocol/json.ts";
import type { Part } from "../protocol/model.ts";
import type { Piece } from "../timeline/pieces.ts";
import { parseExactJson } from "../wire/exact-json.ts";
import { listOf, members, own } from "./said/json.ts";
import type { Statement } from "./statement.ts";

/** The parts of a statement that are more than plain text, opened where something is in them. */
export function unpackedParts(statement: Statement): Part[] {
  const { pieces } = statement;
  if (pieces.length === 0) return executedIn(statement.event);
  const parts: Part[] = [];
  for (const piece of pieces) if (!isBare(piece)) parts.push(...opened(piece));
  return parts;
}

/** A text with nothing beside it, and nothing in it: what nearly all tokens are. */
function isBare(piece: Piece): piece is string {
  if (typeof piece === "string") return true;
  if (piece.kind !== "text" || piece.metadata !== undefined) return false;
  return piece.mediaType === undefined && !piece.text.startsWith("{");
}

function opened(part: Part): Part[] {
  if (part.kind === "file") return [untunnelled(part)];
  return part.kind === "text" && DUMP.test(part.text) ? dumped(part) : [part];
}

/** `{"role":"tool","content":[…`, with an id before it or not. */
const DUMP = /^\{(?:"id":"[^"]{0,100}",)?"role":"(?:assistant|tool)","content":\[/;

/** The content of a framework's message; each call and result as a data part. */
function dumped(part: Part & { kind: "text" }): Part[] {
  let said: unknown;
  try {
    said = parseExactJson(part.text);
  } catch {
    return [part];
  }
  const content = own(said, "content");
  if (!isArray(content)) return [part];
  return content.map((element): Part => {
    const { type, text } = members(element);
    if (typeof text !== "string") return { kind: "data", data: element };
    return { kind: "text", text, ...(type === "reasoning" && { metadata: { kind: type } }) };
  });
}

/** Calls and results that are told once the run is over. */
function executedIn(metadata: unknown): Part[] {
  const execution = own(metadata, "execution");
  return ["toolCalls", "toolResults"].flatMap((list) =>
    listOf(own(execution, list)).map((told): Part => {
      const data = { type: own(told, "type"), ...members(own(told, "payload")) };
      return { kind: "data", data };
    }),
  );
}

const OPENING = "<a2a_datapart_json>";
const CLOSING = "</a2a_datapart_json>";
/** How the opening tag begins in base64. */
const START = "PGEyYV9kYXRhcGFydF9qc29u";
/** Nothing that a model hands on as a text is longer. */
const MAX = 4_000_000;

/** The data part inside a file part; any other part as it is. */
function untunnelled(part: Part & { kind: "file" }): Part {
  if (part.bytes === undefined) return part;
  const { bytes } = part;
  if (!bytes.startsWith(START) || bytes.length > MAX) return part;
  const text = decoded(bytes);
  if (!text?.startsWith(OPENING) || !text.endsWith(CLOSING)) return part;
  try {
    const told: unknown = JSON.parse(text.slice(OPENING.length, -CLOSING.length));
    if (!isObject(told) || told.data === undefined) return part;
    return {
      kind: "data",
      data: told.data,
      ...(isObject(told.metadata) && { metadata: told.metadata }),
    };
  } catch {
    return part;
  }
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const VALUE_OF = new Map([...`${DIGITS}-_`].map((digit, i) => [digit, i < 64 ? i : i - 2]));

/** UTF-8 text in base64, of either alphabet; `null` where it is none. */
function decoded(base64: string): string | null {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const digit of base64) {
    if (digit === "=" || digit === "\n" || digit === "\r") continue;
    const value = VALUE_OF.get(digit);
    if (value === undefined) return null;
    held = ((held << 6) | value) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 0xff);
  }
  return new TextDecoder().decode(Uint8Array.from(bytes)).trim();
}
