/**
 * Finds strings of a frame's JSON in its text, so that a value can be highlighted in the bytes that
 * contain it, however the frame is wrapped and split over `data:` lines.
 */

import { extractFrameContent } from "../wire/frame-content.ts";

export type JsonPath = readonly (string | number)[];

/** A string value: its path, and the range between its quotes. */
export interface StringRange {
  readonly path: JsonPath;
  readonly from: number;
  readonly to: number;
}

export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** Members that hold the text of an artifact or message, in any version. */
const TEXT_KEYS: ReadonlySet<string | number> = new Set(["text", "content", "message"]);

/** The ranges of a frame that contain this text; empty if they cannot be determined. */
export function findTextRanges(frame: string, text: string): TextRange[] {
  const strings = findStrings(frame, isTextMember).map((string) => ({
    ...string,
    value: decodeStringLiteral(frame.slice(string.from, string.to)),
  }));
  const spans = matchStrings(strings, text);
  return spans.map(({ from, to }) => (from === to ? { from: from - 1, to: to + 1 } : { from, to }));
}

/** A string range and its decoded value; `null` if it cannot be decoded. */
export interface DecodedString extends StringRange {
  readonly value: string | null;
}

export function isTextMember({ path }: { readonly path: JsonPath }): boolean {
  return TEXT_KEYS.has(path[path.length - 1] ?? "");
}

/** The consecutive strings that together are this text; empty if there are none. */
export function matchStrings(
  strings: readonly DecodedString[],
  text: string,
): readonly DecodedString[] {
  // The parts of one artifact or message share a parent list.
  const groups = new Map<string, DecodedString[]>();
  for (const string of strings) {
    const owner = string.path.slice(
      0,
      typeof string.path[string.path.length - 2] === "number" ? -2 : -1,
    );
    const key = JSON.stringify(owner);
    const group = groups.get(key);
    if (group) group.push(string);
    else groups.set(key, [string]);
  }
  const found = [...groups.values()].filter((group) => matchesText(group, text));
  return found.find(([first]) => first?.path.some(isArtifactKey)) ?? found[0] ?? [];
}

function isArtifactKey(key: string | number): boolean {
  return typeof key === "string" && key.startsWith("artifact");
}

function matchesText(group: readonly DecodedString[], text: string): boolean {
  let rest = text;
  for (const { value } of group) {
    if (value === null || !rest.startsWith(value)) return false;
    rest = rest.slice(value.length);
  }
  return rest === "";
}

function decodeStringLiteral(literal: string): string | null {
  if (!literal.includes("\\")) return literal;
  try {
    return JSON.parse(`"${literal}"`);
  } catch {
    return null;
  }
}

/** The string values in a frame's JSON, in order. Text that is not JSON ends the search. */
export function findStrings(
  frame: string,
  isWanted: (string: StringRange) => boolean = () => true,
): StringRange[] {
  const found: StringRange[] = [];
  const { text, back } = extractFrameContent(frame);
  forEachScalar(text, (path, from, to, kind) => {
    if (kind !== "text") return;
    const string = { path, from: back(from), to: back(to) };
    if (isWanted(string)) found.push(string);
  });
  return found;
}

interface ScanLevel {
  readonly isArray: boolean;
  key: string | number;
  /** The next string is a member name. */
  awaitsKey: boolean;
}

export type JsonScalarKind = "text" | "name" | "number";

/** Visits the strings (member names included) and numbers of a JSON text, in order. */
export function forEachScalar(
  text: string,
  visit: (path: JsonPath, from: number, to: number, kind: JsonScalarKind) => void,
): void {
  const levels: ScanLevel[] = [];
  for (let at = 0; at < text.length; at++) {
    const level = levels[levels.length - 1];
    switch (text[at]) {
      case "{":
        levels.push({ isArray: false, key: "", awaitsKey: true });
        break;
      case "[":
        levels.push({ isArray: true, key: 0, awaitsKey: false });
        break;
      case "}":
      case "]":
        levels.pop();
        break;
      case ",":
        if (level && typeof level.key === "number") level.key++;
        else if (level) level.awaitsKey = true;
        break;
      case '"': {
        const end = findStringEnd(text, at + 1);
        if (end < 0) return;
        if (level?.awaitsKey) {
          level.key = decodeStringLiteral(text.slice(at + 1, end)) ?? "";
          level.awaitsKey = false;
          visit(getPath(levels), at + 1, end, "name");
        } else {
          visit(getPath(levels), at + 1, end, "text");
        }
        at = end;
        break;
      }
      default: {
        const end = findNumberEnd(text, at);
        if (end > at) {
          visit(getPath(levels), at, end, "number");
          at = end - 1;
        }
      }
    }
  }
}

function findNumberEnd(text: string, from: number): number {
  let end = from;
  for (
    let code = text.charCodeAt(end);
    isNumberCharacter(code, end > from);
    code = text.charCodeAt(++end)
  );
  return end;
}

/** A number starts with a digit or minus sign; a dot or an exponent may follow. */
function isNumberCharacter(code: number, isInside: boolean): boolean {
  if ((code >= 48 && code <= 57) || code === 45) return true;
  return isInside && (code === 43 || code === 46 || code === 69 || code === 101);
}

const getPath = (levels: readonly ScanLevel[]): JsonPath => levels.map(({ key }) => key);

/** The closing quote of a string: the next one after an even number of backslashes. */
function findStringEnd(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === "\\" && end - 1 - slashes >= from) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return -1;
}
