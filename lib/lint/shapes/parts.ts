/** The parts of a message or an artifact. */

import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";
import type { Accuse } from "./accuse.ts";
import type { Wording } from "./wording.ts";

export function judgeParts(parts: unknown, wording: Wording, accuse: Accuse): void {
  if (!isArray(parts)) return;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    if (!isObject(part)) judgeOther(parts, i, wording, accuse);
    else if (wording === "1.0") judgePart1(part, accuse);
    else judgePart0(part, wording, accuse);
  }
}

/** In the place of a part, but none. */
function judgeOther(parts: readonly unknown[], i: number, wording: Wording, accuse: Accuse): void {
  if (wording === "1.0") accuse("DM-PART-ONEOF", parts, i);
  if (wording === "0.3") accuse("DM-PART-KIND", parts, i);
}

/** One member says what it is. */
function judgePart1(part: JsonObject, accuse: Accuse): void {
  const { text, raw, url, data } = part;
  if (part.kind !== undefined) accuse("VER-KIND-IN-1", part, "kind");
  const others = Number(isThere(raw)) + Number(isThere(url)) + Number(data !== undefined);
  if (others === 0 && typeof text === "string") return;
  if (others + Number(isThere(text)) !== 1) accuse("DM-PART-ONEOF", part);
  if (isThere(raw) && !isBase64(raw)) accuse("DM-PART-B64", part, "raw");
}

/** ProtoJSON takes null for nothing, but for `data`, which may be any value. */
function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Its kind says which member it has: over REST, 0.3 has no kind. */
function judgePart0(part: JsonObject, wording: Wording, accuse: Accuse): void {
  const kind = wording === "0.3" ? part.kind : (part.kind ?? part.type);
  if (kind === "text" && typeof part.text === "string") return;
  if (wording === "0.3" && !isKind(kind, part)) accuse("DM-PART-KIND", part, "kind");
  if (part.file !== undefined || kind === "file") judgeFile(part, wording, accuse);
  const isData = kind === "data" || (kind === undefined && part.data !== undefined);
  if (isData && !isData0(part.data, wording)) accuse("DM-DATA-OBJ", part, "data");
}

/** 0.1 has lists too. */
function isData0(data: unknown, wording: Wording): boolean {
  const mayBeList = wording === "0.1" || wording === "0.x";
  return wording === "unknown" || isObject(data) || (mayBeList && isArray(data));
}

function isKind(kind: unknown, part: JsonObject): boolean {
  if (kind === "text") return typeof part.text === "string";
  if (kind === "file") return part.file !== undefined;
  return kind === "data" && part.data !== undefined;
}

function judgeFile(part: JsonObject, wording: Wording, accuse: Accuse): void {
  const { file } = part;
  if (!isObject(file)) {
    if (wording !== "unknown") accuse("DM-PART-FILE", part, "file");
    return;
  }
  const isRest = wording === "0.3-rest";
  const bytes = file.bytes ?? (isRest ? file.fileWithBytes : undefined);
  const uri = file.uri ?? (isRest ? file.fileWithUri : undefined);
  const isOne = isThere(bytes) !== isThere(uri);
  // In 0.1 a file may also stand for one that was sent before, with neither.
  const mayBeNone = (wording === "0.1" || wording === "0.x") && !isThere(bytes);
  if (wording !== "unknown" && !isOne && !mayBeNone) accuse("DM-PART-FILE", part, "file");
  if (isThere(bytes) && !isBase64(bytes)) {
    accuse("DM-PART-B64", file, file.bytes === undefined ? "fileWithBytes" : "bytes");
  }
}

/** In either alphabet, padded or not. */
function isBase64(value: unknown): boolean {
  if (typeof value !== "string" || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(value)) return false;
  return value.replace(/=+$/, "").length % 4 !== 1;
}
