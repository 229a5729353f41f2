/**
 * The operations of JSON Patch (RFC 6902) that streaming has, on a document below its root. What
 * cannot be done is left out and noted; nothing throws.
 */

import { Members, Slot } from "./document.ts";
import type { GrowingList } from "./growing-list.ts";
import { DraftNote } from "./notes.ts";
import { indexOf } from "./pointer.ts";

type Container = Members | GrowingList<Slot>;

/** The place that a path leads to, opened on the way there. */
export function find(root: Slot, tokens: readonly string[]): Slot | null {
  let slot: Slot | null = root;
  for (const token of tokens) {
    slot = childOf(slot.container(), token);
    if (!slot) return null;
  }
  return slot;
}

export function add(root: Slot, tokens: readonly string[], value: unknown, event: number): number {
  let notes = 0;
  let parent = parentOf(root, tokens);
  if (!parent && tokens.length === 2) {
    parent = made(root, tokens[0], event);
    notes = DraftNote.Path;
  }
  const token = tokens[tokens.length - 1] ?? "";
  if (parent instanceof Members) {
    parent.set(token, new Slot(value, event), event);
    return notes;
  }
  const index = token === "-" ? parent?.count : indexOf(token);
  if (!parent || index === undefined || index < 0) return DraftNote.Path;
  if (index > parent.count) notes = DraftNote.Path;
  if (index < parent.count) parent.splice(index, 0, new Slot(value, event), event);
  else parent.append(new Slot(value, event));
  return notes;
}

/** Puts a value in the place of another, or with `null` takes that one away. */
export function change(
  root: Slot,
  tokens: readonly string[],
  slot: Slot | null,
  event: number,
): number {
  const parent = parentOf(root, tokens);
  const token = tokens[tokens.length - 1] ?? "";
  if (!parent || !childOf(parent, token)) return DraftNote.Path;
  if (parent instanceof Members) parent.set(token, slot, event);
  else parent.splice(indexOf(token), 1, slot, event);
  return 0;
}

export function move(
  root: Slot,
  from: readonly string[],
  to: readonly string[],
  event: number,
): number {
  const value = find(root, from)?.valueAt(event);
  const isInside = from.length <= to.length && from.every((token, i) => token === to[i]);
  if (value === undefined || isInside || !parentOf(root, to)) return DraftNote.Path;
  return change(root, from, null, event) | add(root, to, value, event);
}

/** What every message has may be missing: it is made for what is added to it. */
function made(root: Slot, name: string | undefined, event: number): Container | null {
  const message = root.container();
  if (!(message instanceof Members) || (name !== "parts" && name !== "metadata")) return null;
  if ((message.slot(name)?.content ?? null) !== null) return null;
  const slot = new Slot(name === "parts" ? [] : {}, event);
  message.set(name, slot, event);
  return slot.container();
}

function parentOf(root: Slot, tokens: readonly string[]): Container | null {
  return tokens.length === 0 ? null : (find(root, tokens.slice(0, -1))?.container() ?? null);
}

function childOf(parent: Container | null, token: string): Slot | null {
  if (parent instanceof Members) return parent.slot(token);
  return parent?.at(indexOf(token)) ?? null;
}
