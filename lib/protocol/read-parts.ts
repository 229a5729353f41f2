/** Reads parts of every version, distinguished by `kind`, `type`, or the present member. */

import { copyExactDigits } from "../json/exact-json.ts";
import { type DecodeFlags, DecodeIssue, flagSnakeCase, VersionEvidence } from "./decode-flags.ts";
import { isArray, isObject, type JsonObject } from "./json.ts";
import type { Part } from "./model.ts";

export interface DecodeState extends DecodeFlags {
  /** Whether the exchange uses the ProtoJSON of 0.3, where data parts nest `data.data`. */
  rest03: boolean;
  /** Whether the exchange is known not to use it, so that nothing is read so by its shape. */
  not03?: boolean;
}

export function readParts(value: unknown, flags: DecodeState): Part[] {
  if (!isArray(value)) {
    if (value !== undefined && value !== null) flags.decodeIssues |= DecodeIssue.WrongType;
    return typeof value === "string" ? [{ kind: "text", text: value }] : [];
  }
  const parts: Part[] = [];
  for (const item of value) parts.push(readPart(item, flags));
  return parts;
}

function readPart(value: unknown, flags: DecodeState): Part {
  if (!isObject(value)) return readOddPart(value, flags);
  const kind = detectKind(value, flags);
  if (kind === "text") return readTextPart(value, flags);
  if (kind === "data") return readDataPart(value, flags);
  if (kind === "file") return readFilePart(value, flags);
  return readOddPart(value, flags);
}

function detectKind(part: JsonObject, flags: DecodeFlags): "text" | "data" | "file" | null {
  const { kind, type } = part;
  if (kind === "text" || kind === "data" || kind === "file") {
    flags.evidence |= VersionEvidence.PartKind;
    return kind;
  }
  if (type === "text" || type === "data" || type === "file") {
    flags.evidence |= VersionEvidence.PartType;
    return type;
  }
  if (typeof type === "string" && type.includes("/")) {
    flags.evidence |= VersionEvidence.PartType;
    return part.data !== undefined ? "data" : part.text !== undefined ? "text" : "file";
  }
  if (kind !== undefined || type !== undefined) flags.decodeIssues |= DecodeIssue.OddPart;
  return detectKindByMember(part, flags);
}

function detectKindByMember(part: JsonObject, flags: DecodeFlags): "text" | "data" | "file" | null {
  const isText = part.text !== undefined;
  const isFile = part.raw !== undefined || part.url !== undefined || part.file !== undefined;
  const isData = part.data !== undefined;
  if (Number(isText) + Number(isFile) + Number(isData) > 1)
    flags.decodeIssues |= DecodeIssue.OddPart;
  flags.evidence |= VersionEvidence.BarePart;
  if (hasMembersOf1(part)) flags.evidence |= VersionEvidence.Part1;
  return isText ? "text" : isFile ? "file" : isData ? "data" : null;
}

/** Whether a part has members added in 1.0. */
function hasMembersOf1({ raw, url, mediaType, filename }: JsonObject): boolean {
  return (
    raw !== undefined || url !== undefined || mediaType !== undefined || filename !== undefined
  );
}

function readTextPart(part: JsonObject, flags: DecodeFlags): Part {
  const text = part.text ?? part.content;
  if (typeof text !== "string") return readOddPart(part, flags);
  if (part.mediaType === undefined && part.metadata === undefined) return { kind: "text", text };
  return { kind: "text", text, ...readCommonMembers(part) };
}

function readDataPart(part: JsonObject, flags: DecodeState): Part {
  const { data } = part;
  if (data === undefined) return readOddPart(part, flags);
  if (isObject(data) && isNested(data, part, flags)) {
    flags.evidence |= VersionEvidence.Rest03;
    return exact(data, { kind: "data", data: data.data, ...readCommonMembers(part) });
  }
  return exact(part, { kind: "data", data, ...readCommonMembers(part) });
}

/** Keeps the digits of data that is a number. */
function exact(holder: JsonObject, part: Part): Part {
  copyExactDigits(holder, "data", part);
  return part;
}

/** Whether the data is nested as in the ProtoJSON of 0.3, which never occurs in JSON-RPC. */
function isNested(data: JsonObject, part: JsonObject, flags: DecodeState): boolean {
  const { evidence, rest03 } = flags;
  const isAlone = data.data !== undefined && Object.keys(data).length === 1;
  if (!isAlone || evidence & VersionEvidence.Rpc) return false;
  return rest03 || (evidence & VersionEvidence.Rest03) !== 0 || looksNested(data.data, part, flags);
}

/**
 * Inside a wrapper key, nesting is sufficient evidence, unless other evidence indicates 1.0, where
 * the agent's own data may look the same. In the 0.3 schema, the inner value is an object.
 */
function looksNested(inner: unknown, part: JsonObject, { evidence, not03 }: DecodeState): boolean {
  const isWrapped =
    (evidence & VersionEvidence.Wrapper) !== 0 && (evidence & VersionEvidence.Part1) === 0;
  return isWrapped && !not03 && isObject(inner) && part.kind === undefined;
}

function readFilePart(part: JsonObject, flags: DecodeFlags): Part {
  const inner = isObject(part.file) ? part.file : part;
  if (inner.fileWithUri !== undefined || inner.fileWithBytes !== undefined) {
    if (part.kind === undefined) flags.evidence |= VersionEvidence.Rest03;
  }
  const bytes =
    inner.bytes ?? inner.fileWithBytes ?? inner.raw ?? flagSnakeCase(inner.file_with_bytes, flags);
  const uri =
    inner.uri ?? inner.fileWithUri ?? inner.url ?? flagSnakeCase(inner.file_with_uri, flags);
  const name = inner.name ?? inner.filename ?? part.filename;
  if ((bytes === undefined) === (uri === undefined)) flags.decodeIssues |= DecodeIssue.OddPart;
  return {
    kind: "file",
    ...(typeof name === "string" && { name }),
    ...(typeof bytes === "string" && { bytes }),
    ...(typeof uri === "string" && { uri }),
    ...readCommonMembers(part),
    ...readMediaType(inner),
  };
}

function readCommonMembers(part: JsonObject): { mediaType?: string; metadata?: unknown } {
  return {
    ...readMediaType(part),
    ...(part.metadata !== undefined && part.metadata !== null && { metadata: part.metadata }),
  };
}

function readMediaType(part: JsonObject): { mediaType?: string } {
  const named = part.mediaType ?? part.mimeType ?? part.mime_type ?? part.media_type;
  const typed = typeof part.type === "string" && part.type.includes("/") ? part.type : undefined;
  const mediaType = named ?? typed;
  return typeof mediaType === "string" ? { mediaType } : {};
}

function readOddPart(raw: unknown, flags: DecodeFlags): Part {
  flags.decodeIssues |= DecodeIssue.OddPart;
  return { kind: "other", raw };
}

/** The joined text of the text parts. */
export function joinPartTexts(parts: readonly Part[]): string {
  let joined = "";
  for (const part of parts) if (part.kind === "text") joined += part.text;
  return joined;
}
