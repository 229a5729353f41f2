/**
 * Finds strings of a frame's JSON in its text, so that a value can be highlighted in the bytes that
 * contain it, however the frame is wrapped and split over `data:` lines.
 */

import { decodeStringLiteral, forEachScalar } from "../json/json-scalars.ts";
import type { JsonPath } from "../json/json-source.ts";
import { extractFrameContent } from "../wire/frame-content.ts";

/** A string value: its path, and the range between its quotes. */
interface StringRange {
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
interface DecodedString extends StringRange {
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
