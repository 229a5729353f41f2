/** The parts of a message or an artifact. */

import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";
import type { ReportSchemaViolation } from "./schema-violation.ts";
import type { WireSpelling } from "./wire-spelling.ts";

export function checkParts(
  parts: unknown,
  wording: WireSpelling,
  accuse: ReportSchemaViolation,
): void {
  if (!isArray(parts)) return;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    if (!isObject(part)) checkOtherPart(parts, i, wording, accuse);
    else if (wording === "1.0") checkPart1(part, accuse);
    else checkPart0(part, wording, accuse);
  }
}

/** In the place of a part, but none. */
function checkOtherPart(
  parts: readonly unknown[],
  i: number,
  wording: WireSpelling,
  accuse: ReportSchemaViolation,
): void {
  if (wording === "1.0") accuse("DM-PART-ONEOF", parts, i);
  if (wording === "0.3") accuse("DM-PART-KIND", parts, i);
}

/** One member says what it is. */
function checkPart1(part: JsonObject, accuse: ReportSchemaViolation): void {
  const { text, raw, url, data } = part;
  if (part.kind !== undefined) accuse("VER-KIND-IN-1", part, "kind");
  const others = Number(isPresent(raw)) + Number(isPresent(url)) + Number(data !== undefined);
  if (others === 0 && typeof text === "string") return;
  if (others + Number(isPresent(text)) !== 1) accuse("DM-PART-ONEOF", part);
  if (isPresent(raw) && !isBase64(raw)) accuse("DM-PART-B64", part, "raw");
}

/** ProtoJSON takes null for nothing, but for `data`, which may be any value. */
function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Its kind says which member it has: over REST, 0.3 has no kind. */
function checkPart0(part: JsonObject, wording: WireSpelling, accuse: ReportSchemaViolation): void {
  const kind = wording === "0.3" ? part.kind : (part.kind ?? part.type);
  if (kind === "text" && typeof part.text === "string") return;
  if (wording === "0.3" && !isKind(kind, part)) accuse("DM-PART-KIND", part, "kind");
  if (part.file !== undefined || kind === "file") checkFile(part, wording, accuse);
  const isData = kind === "data" || (kind === undefined && part.data !== undefined);
  if (isData && !isData0(part.data, wording)) accuse("DM-DATA-OBJ", part, "data");
}

/** 0.1 has lists too. */
function isData0(data: unknown, wording: WireSpelling): boolean {
  const mayBeList = wording === "0.1" || wording === "0.x";
  return wording === "unknown" || isObject(data) || (mayBeList && isArray(data));
}

function isKind(kind: unknown, part: JsonObject): boolean {
  if (kind === "text") return typeof part.text === "string";
  if (kind === "file") return part.file !== undefined;
  return kind === "data" && part.data !== undefined;
}

function checkFile(part: JsonObject, wording: WireSpelling, accuse: ReportSchemaViolation): void {
  const { file } = part;
  if (!isObject(file)) {
    if (wording !== "unknown") accuse("DM-PART-FILE", part, "file");
    return;
  }
  const isRest = wording === "0.3-rest";
  const bytes = file.bytes ?? (isRest ? file.fileWithBytes : undefined);
  const uri = file.uri ?? (isRest ? file.fileWithUri : undefined);
  const isOne = isPresent(bytes) !== isPresent(uri);
  // In 0.1 a file may also stand for one that was sent before, with neither.
  const mayBeNone = (wording === "0.1" || wording === "0.x") && !isPresent(bytes);
  if (wording !== "unknown" && !isOne && !mayBeNone) accuse("DM-PART-FILE", part, "file");
  if (isPresent(bytes) && !isBase64(bytes)) {
    accuse("DM-PART-B64", file, file.bytes === undefined ? "fileWithBytes" : "bytes");
  }
}

/** In either alphabet, padded or not. */
function isBase64(value: unknown): boolean {
  if (typeof value !== "string" || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(value)) return false;
  return value.replace(/=+$/, "").length % 4 !== 1;
}
