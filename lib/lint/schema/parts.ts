/** Checks the parts of a message or an artifact. */

import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";
import type { ReportSchemaViolation, WireSpelling } from "./schema-context.ts";

export function checkParts(
  parts: unknown,
  spelling: WireSpelling,
  report: ReportSchemaViolation,
): void {
  if (!isArray(parts)) return;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    if (!isObject(part)) checkOtherPart(parts, i, spelling, report);
    else if (spelling === "1.0") checkPart1(part, report);
    else checkPart0(part, spelling, report);
  }
}

/** A value that is not an object in a list of parts. */
function checkOtherPart(
  parts: readonly unknown[],
  i: number,
  spelling: WireSpelling,
  report: ReportSchemaViolation,
): void {
  if (spelling === "1.0") report("DM-PART-ONEOF", parts, i);
  if (spelling === "0.3") report("DM-PART-KIND", parts, i);
}

/** In 1.0 exactly one member holds the content. */
function checkPart1(part: JsonObject, report: ReportSchemaViolation): void {
  const { text, raw, url, data } = part;
  if (part.kind !== undefined) report("VER-KIND-IN-1", part, "kind");
  const others = Number(isPresent(raw)) + Number(isPresent(url)) + Number(data !== undefined);
  if (others === 0 && typeof text === "string") return;
  if (others + Number(isPresent(text)) !== 1) report("DM-PART-ONEOF", part);
  if (isPresent(raw) && !isBase64(raw)) report("DM-PART-B64", part, "raw");
}

/** ProtoJSON treats null as absent, except in `data`, which may be any value. */
function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Before 1.0 the kind names the member; 0.3 over REST has no kind. */
function checkPart0(part: JsonObject, spelling: WireSpelling, report: ReportSchemaViolation): void {
  const kind = spelling === "0.3" ? part.kind : (part.kind ?? part.type);
  if (kind === "text" && typeof part.text === "string") return;
  if (spelling === "0.3" && !isKind(kind, part)) report("DM-PART-KIND", part, "kind");
  if (part.file !== undefined || kind === "file") checkFile(part, spelling, report);
  const isData = kind === "data" || (kind === undefined && part.data !== undefined);
  if (isData && !isData0(part.data, spelling)) report("DM-DATA-OBJ", part, "data");
}

/** 0.1 also allows lists. */
function isData0(data: unknown, spelling: WireSpelling): boolean {
  const mayBeList = spelling === "0.1" || spelling === "0.x";
  return spelling === "unknown" || isObject(data) || (mayBeList && isArray(data));
}

function isKind(kind: unknown, part: JsonObject): boolean {
  if (kind === "text") return typeof part.text === "string";
  if (kind === "file") return part.file !== undefined;
  return kind === "data" && part.data !== undefined;
}

function checkFile(part: JsonObject, spelling: WireSpelling, report: ReportSchemaViolation): void {
  const { file } = part;
  if (!isObject(file)) {
    if (spelling !== "unknown") report("DM-PART-FILE", part, "file");
    return;
  }
  const isRest = spelling === "0.3-rest";
  const bytes = file.bytes ?? (isRest ? file.fileWithBytes : undefined);
  const uri = file.uri ?? (isRest ? file.fileWithUri : undefined);
  const isOne = isPresent(bytes) !== isPresent(uri);
  // In 0.1 a file with neither may refer to one that was sent before.
  const mayBeNone = (spelling === "0.1" || spelling === "0.x") && !isPresent(bytes);
  if (spelling !== "unknown" && !isOne && !mayBeNone) report("DM-PART-FILE", part, "file");
  if (isPresent(bytes) && !isBase64(bytes)) {
    report("DM-PART-B64", file, file.bytes === undefined ? "fileWithBytes" : "bytes");
  }
}

/** Accepts either alphabet, padded or not. */
function isBase64(value: unknown): boolean {
  if (typeof value !== "string" || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(value)) return false;
  return value.replace(/=+$/, "").length % 4 !== 1;
}
