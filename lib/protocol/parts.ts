/** Parts of every version: told apart by `kind`, by `type`, or by the member that is there. */

import { copyExactDigits } from "../wire/exact-json.ts";
import { isArray, isObject, type JsonObject, snake } from "./json.ts";
import type { Part } from "./model.ts";
import { Evidence, Irregular, type Reading } from "./notes.ts";

export interface PartReading extends Reading {
  /** The exchange is known to speak the ProtoJSON of 0.3, where data parts nest `data.data`. */
  rest03: boolean;
  /** It is known not to, so that nothing is taken for that on its looks. */
  not03?: boolean;
}

export function readParts(value: unknown, reading: PartReading): Part[] {
  if (!isArray(value)) {
    if (value !== undefined && value !== null) reading.irregular |= Irregular.WrongType;
    return typeof value === "string" ? [{ kind: "text", text: value }] : [];
  }
  const parts: Part[] = [];
  for (const item of value) parts.push(readPart(item, reading));
  return parts;
}

function readPart(value: unknown, reading: PartReading): Part {
  if (!isObject(value)) return oddPart(value, reading);
  const kind = kindOf(value, reading);
  if (kind === "text") return textPart(value, reading);
  if (kind === "data") return dataPart(value, reading);
  if (kind === "file") return filePart(value, reading);
  return oddPart(value, reading);
}

function kindOf(part: JsonObject, reading: Reading): "text" | "data" | "file" | null {
  const { kind, type } = part;
  if (kind === "text" || kind === "data" || kind === "file") {
    reading.evidence |= Evidence.PartKind;
    return kind;
  }
  if (type === "text" || type === "data" || type === "file") {
    reading.evidence |= Evidence.PartType;
    return type;
  }
  if (typeof type === "string" && type.includes("/")) {
    reading.evidence |= Evidence.PartType;
    return part.data !== undefined ? "data" : part.text !== undefined ? "text" : "file";
  }
  if (kind !== undefined || type !== undefined) reading.irregular |= Irregular.OddPart;
  return kindByMember(part, reading);
}

function kindByMember(part: JsonObject, reading: Reading): "text" | "data" | "file" | null {
  const isText = part.text !== undefined;
  const isFile = part.raw !== undefined || part.url !== undefined || part.file !== undefined;
  const isData = part.data !== undefined;
  if (Number(isText) + Number(isFile) + Number(isData) > 1) reading.irregular |= Irregular.OddPart;
  reading.evidence |= Evidence.BarePart;
  if (isOf1(part)) reading.evidence |= Evidence.Part1;
  return isText ? "text" : isFile ? "file" : isData ? "data" : null;
}

/** Members of a part that 1.0 was the first to have. */
function isOf1({ raw, url, mediaType, filename }: JsonObject): boolean {
  return (
    raw !== undefined || url !== undefined || mediaType !== undefined || filename !== undefined
  );
}

function textPart(part: JsonObject, reading: Reading): Part {
  const text = part.text ?? part.content;
  if (typeof text !== "string") return oddPart(part, reading);
  if (part.mediaType === undefined && part.metadata === undefined) return { kind: "text", text };
  return { kind: "text", text, ...common(part) };
}

function dataPart(part: JsonObject, reading: PartReading): Part {
  const { data } = part;
  if (data === undefined) return oddPart(part, reading);
  if (isObject(data) && isNested(data, part, reading)) {
    reading.evidence |= Evidence.Rest03;
    return exact(data, { kind: "data", data: data.data, ...common(part) });
  }
  return exact(part, { kind: "data", data, ...common(part) });
}

/** Data that is a number keeps its digits. */
function exact(holder: JsonObject, part: Part): Part {
  copyExactDigits(holder, "data", part);
  return part;
}

/** Is the data one level deeper, as in the ProtoJSON of 0.3? That is never in a JSON-RPC envelope. */
function isNested(data: JsonObject, part: JsonObject, reading: PartReading): boolean {
  const { evidence, rest03 } = reading;
  const isAlone = data.data !== undefined && Object.keys(data).length === 1;
  if (!isAlone || evidence & Evidence.Rpc) return false;
  return rest03 || (evidence & Evidence.Rest03) !== 0 || looksNested(data.data, part, reading);
}

/**
 * Inside a wrapper key the nesting speaks for itself, unless something speaks for 1.0, where the
 * agent's own data may look like that. The schema of 0.3 has only objects inside.
 */
function looksNested(inner: unknown, part: JsonObject, { evidence, not03 }: PartReading): boolean {
  const isWrapped = (evidence & Evidence.Wrapper) !== 0 && (evidence & Evidence.Part1) === 0;
  return isWrapped && !not03 && isObject(inner) && part.kind === undefined;
}

function filePart(part: JsonObject, reading: Reading): Part {
  const inner = isObject(part.file) ? part.file : part;
  if (inner.fileWithUri !== undefined || inner.fileWithBytes !== undefined) {
    if (part.kind === undefined) reading.evidence |= Evidence.Rest03;
  }
  const bytes =
    inner.bytes ?? inner.fileWithBytes ?? inner.raw ?? snake(inner.file_with_bytes, reading);
  const uri = inner.uri ?? inner.fileWithUri ?? inner.url ?? snake(inner.file_with_uri, reading);
  const name = inner.name ?? inner.filename ?? part.filename;
  if ((bytes === undefined) === (uri === undefined)) reading.irregular |= Irregular.OddPart;
  return {
    kind: "file",
    ...(typeof name === "string" && { name }),
    ...(typeof bytes === "string" && { bytes }),
    ...(typeof uri === "string" && { uri }),
    ...common(part),
    ...mediaTypeOf(inner),
  };
}

function common(part: JsonObject): { mediaType?: string; metadata?: unknown } {
  return {
    ...mediaTypeOf(part),
    ...(part.metadata !== undefined && part.metadata !== null && { metadata: part.metadata }),
  };
}

function mediaTypeOf(part: JsonObject): { mediaType?: string } {
  const named = part.mediaType ?? part.mimeType ?? part.mime_type ?? part.media_type;
  const typed = typeof part.type === "string" && part.type.includes("/") ? part.type : undefined;
  const mediaType = named ?? typed;
  return typeof mediaType === "string" ? { mediaType } : {};
}

function oddPart(raw: unknown, reading: Reading): Part {
  reading.irregular |= Irregular.OddPart;
  return { kind: "other", raw };
}

/** The text parts of a list, joined as a reader would see them. */
export function textOf(parts: readonly Part[]): string {
  let joined = "";
  for (const part of parts) if (part.kind === "text") joined += part.text;
  return joined;
}
