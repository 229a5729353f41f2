/**
 * JSON Patch operations (RFC 6902) of the streaming extension, on a document below its root.
 *
 * Guarantees: never throws; operations that cannot be applied are skipped and noted.
 */

import { parseIndex } from "../../json/json-pointer.ts";
import { PatchIssue } from "./patch-issues.ts";
import { VersionedObject, VersionedValue } from "./versioned-json.ts";
import type { VersionedList } from "./versioned-list.ts";

type VersionedContainer = VersionedObject | VersionedList<VersionedValue>;

/** Opens the values along a path; returns the value at its end. */
export function openPath(root: VersionedValue, tokens: readonly string[]): VersionedValue | null {
  let slot: VersionedValue | null = root;
  for (const token of tokens) {
    slot = findChild(slot.openContainer(), token);
    if (!slot) return null;
  }
  return slot;
}

export function addValue(
  root: VersionedValue,
  tokens: readonly string[],
  value: unknown,
  event: number,
): number {
  let notes = 0;
  let parent = openParent(root, tokens);
  if (!parent && tokens.length === 2) {
    parent = createMissingMember(root, tokens[0], event);
    notes = PatchIssue.Path;
  }
  const token = tokens[tokens.length - 1] ?? "";
  if (parent instanceof VersionedObject) {
    parent.set(token, new VersionedValue(value, event), event);
    return notes;
  }
  const index = token === "-" ? parent?.count : parseIndex(token);
  if (!parent || index === undefined || index < 0) return PatchIssue.Path;
  if (index > parent.count) notes = PatchIssue.Path;
  if (index < parent.count) parent.splice(index, 0, new VersionedValue(value, event), event);
  else parent.append(new VersionedValue(value, event));
  return notes;
}

/** Replaces a value, or removes it if the new one is `null`. */
export function replaceValue(
  root: VersionedValue,
  tokens: readonly string[],
  slot: VersionedValue | null,
  event: number,
): number {
  const parent = openParent(root, tokens);
  const token = tokens[tokens.length - 1] ?? "";
  if (!parent || !findChild(parent, token)) return PatchIssue.Path;
  if (parent instanceof VersionedObject) parent.set(token, slot, event);
  else parent.splice(parseIndex(token), 1, slot, event);
  return 0;
}

export function moveValue(
  root: VersionedValue,
  from: readonly string[],
  to: readonly string[],
  event: number,
): number {
  const value = openPath(root, from)?.valueAt(event);
  const isInside = from.length <= to.length && from.every((token, i) => token === to[i]);
  if (value === undefined || isInside || !openParent(root, to)) return PatchIssue.Path;
  return replaceValue(root, from, null, event) | addValue(root, to, value, event);
}

/** Creates a standard member of messages that is missing but gets an addition. */
function createMissingMember(
  root: VersionedValue,
  name: string | undefined,
  event: number,
): VersionedContainer | null {
  const message = root.openContainer();
  if (!(message instanceof VersionedObject) || (name !== "parts" && name !== "metadata"))
    return null;
  if ((message.getValue(name)?.content ?? null) !== null) return null;
  const slot = new VersionedValue(name === "parts" ? [] : {}, event);
  message.set(name, slot, event);
  return slot.openContainer();
}

function openParent(root: VersionedValue, tokens: readonly string[]): VersionedContainer | null {
  return tokens.length === 0
    ? null
    : (openPath(root, tokens.slice(0, -1))?.openContainer() ?? null);
}

function findChild(parent: VersionedContainer | null, token: string): VersionedValue | null {
  if (parent instanceof VersionedObject) return parent.getValue(token);
  return parent?.at(parseIndex(token)) ?? null;
}
