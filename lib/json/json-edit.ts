/**
 * Edits JSON in its text: sets and removes members by JSON Pointer.
 *
 * **Guarantees:** every character that belongs to no changed member stays.
 */

import { parseIndex, parseJsonPointer } from "./json-pointer.ts";
import { type JsonPath, type JsonSourceNode, parseJsonSource } from "./json-source.ts";

export interface JsonEdits {
  /** New values by JSON Pointer. A member that does not exist is added to its object or list. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** JSON Pointers. */
  readonly remove?: readonly string[];
}

/** The edited text, with the pointers that lead nowhere; `base` is where they begin. */
export function editJson(
  text: string,
  { set = {}, remove = [] }: JsonEdits,
  base: JsonPath = [],
): { readonly text: string; readonly missing: readonly string[] } {
  const missing: string[] = [];
  let edited = text;
  const apply = (pointer: string, edit: (text: string, path: JsonPath) => string | null) => {
    const next = edit(edited, [...base, ...(parseJsonPointer(pointer) ?? [])]);
    if (next === null) missing.push(pointer);
    else edited = next;
  };
  for (const [pointer, value] of Object.entries(set)) {
    apply(pointer, (now, path) => setMember(now, path, JSON.stringify(value)));
  }
  for (const pointer of remove) apply(pointer, removeMember);
  return { text: edited, missing };
}

/** The text of the value at a path; `null` if there is none. */
export function getJsonMember(text: string, path: JsonPath): string | null {
  const node = findNode(text, path);
  return node && text.slice(node.from, node.to);
}

/** A member with the comma before it, or behind it if it is the first. */
export function findMemberWithComma(
  text: string,
  { nameFrom, to }: JsonSourceNode,
): { at: number; end: number } {
  const before = /,\s*$/.exec(text.slice(0, nameFrom));
  if (before) return { at: before.index, end: to };
  const after = /^\s*,\s*/.exec(text.slice(to));
  return { at: nameFrom, end: to + (after?.[0].length ?? 0) };
}

function setMember(text: string, path: JsonPath, json: string): string | null {
  const node = findNode(text, path);
  if (node) return text.slice(0, node.from) + json + text.slice(node.to);
  const parent = findNode(text, path.slice(0, -1));
  const name = String(path.at(-1) ?? "");
  if (!parent?.members) return null;
  const isList = Array.isArray(parent.value);
  if (isList && name !== "-" && name !== String(parent.members.size)) return null;
  const comma = parent.members.size > 0 ? "," : "";
  const added = isList ? json : `${JSON.stringify(name)}:${json}`;
  const at = parent.to - 1;
  return text.slice(0, at) + comma + added + text.slice(at);
}

function removeMember(text: string, path: JsonPath): string | null {
  const node = findNode(text, path);
  if (!node || path.length === 0) return null;
  const { at, end } = findMemberWithComma(text, node);
  return text.slice(0, at) + text.slice(end);
}

function findNode(text: string, path: JsonPath): JsonSourceNode | null {
  let node = parseJsonSource(text).root;
  for (const step of path) {
    const { members, value } = node ?? { members: null, value: null };
    node = members?.get(Array.isArray(value) ? parseIndex(String(step)) : step) ?? null;
    if (!node) return null;
  }
  return node;
}
