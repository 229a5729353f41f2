/**
 * What one event adds, in the words of the streaming extension: text, a part, metadata, an
 * artifact or a state; the same words for an agent that streams patches and for one that does not.
 */

import { isObject, type JsonObject, toPlainText } from "../protocol/json.ts";
import { EVENT_KINDS, type Message, type Part } from "../protocol/model.ts";
import type { ArtifactStream } from "../timeline/artifact.ts";
import { operationsOf, streamingIn } from "./drafts/book.ts";
import type { Draft } from "./drafts/draft.ts";
import { indexOf, tokensOf } from "./drafts/pointer.ts";
import type { DialectReading } from "./reading.ts";

export type Delta =
  | { readonly kind: "text"; readonly part: number; readonly text: string }
  | { readonly kind: "part"; readonly part: number; readonly value: Part }
  /** Only what is new of it. */
  | { readonly kind: "metadata"; readonly metadata: unknown }
  | { readonly kind: "artifact"; readonly artifact: ArtifactStream }
  | { readonly kind: "state"; readonly label: string };

const ARTIFACT = EVENT_KINDS.indexOf("artifact");
const STATUS = EVENT_KINDS.indexOf("status");

export function deltasOf(reading: DialectReading, ordinal: number): Delta[] {
  const { events, entries, metadata, tasks } = reading.timeline;
  const kind = events.kind.at(ordinal);
  const entry = entries[events.entry.at(ordinal)];
  if (kind === ARTIFACT) {
    return entry?.kind === "artifact" ? [{ kind: "artifact", artifact: entry.artifact }] : [];
  }
  const transition = tasks[entry?.task ?? -1]?.transitionAt(ordinal);
  if (kind !== STATUS || !transition) return [];
  const draft = draftOf(reading, ordinal);
  const found = draft ? patched(draft, streamingIn(metadata.of(ordinal)), ordinal) : [];
  const message = saidIn(reading, ordinal);
  if (message) found.push(...said(message, settledBy(reading, entry?.task ?? -1, ordinal)));
  const isState = !draft || transition.birth === ordinal;
  return isState ? [...found, { kind: "state", label: transition.label }] : found;
}

/** The message that a status said for the first time: the last of what it brought. */
function saidIn(
  { timeline: { entries, events } }: DialectReading,
  ordinal: number,
): Message | null {
  const last = entries[events.entries.at(ordinal) - 1];
  return last?.kind === "message" && last.birth === ordinal ? last.message.message : null;
}

/** The draft that an event patches. */
function draftOf(reading: DialectReading, ordinal: number): Draft | null {
  const item = reading.itemOfEvent(ordinal);
  const facet = item && reading.facets.get(item);
  return facet?.kind === "draft" ? facet.draft : null;
}

/** How many parts of a message were streamed before it came. */
function settledBy(reading: DialectReading, task: number, ordinal: number): number | null {
  const own = reading.draftsOf(task).find(({ settlement }) => settlement?.birth === ordinal);
  return own?.settlement?.mismatch === null ? own.settlement.streamed : null;
}

function said({ parts, metadata }: Message, streamed: number | null): Delta[] {
  const found: Delta[] = parts
    .map((value, part) => ({ kind: "part" as const, part, value }))
    .slice(streamed ?? 0);
  const isNew = streamed === null && isObject(metadata) && Object.keys(metadata).length > 0;
  return isNew ? [...found, { kind: "metadata", metadata }] : found;
}

function patched(draft: Draft, update: unknown, ordinal: number): Delta[] {
  const found: Delta[] = [];
  let count = draft.countAt(ordinal - 1);
  for (const op of (isObject(update) && operationsOf(update).ops) || []) {
    if (!isObject(op) || typeof op.path !== "string") continue;
    const tokens = tokensOf(op.path);
    if (!tokens) continue;
    const [head, token = "", member] = tokens;
    if (head === undefined) {
      count = draft.countAt(ordinal);
      found.push(...partsOf(draft, count, ordinal), ...metadataOf(op.value));
    } else if (head === "metadata" && op.op !== "remove" && op.op !== "move") {
      found.push({ kind: "metadata", metadata: alone(tokens.slice(1), op.value) });
    } else if (head === "parts" && member === "text" && op.op === "str_ins") {
      found.push({ kind: "text", part: indexOf(token), text: toPlainText(op.value) });
    } else if (head === "parts" && member === undefined && op.op === "add") {
      const part = token === "-" ? count : indexOf(token);
      const value = draft.partAt(part, ordinal);
      if (value) found.push({ kind: "part", part, value });
      count++;
    }
  }
  return found;
}

function partsOf(draft: Draft, count: number, ordinal: number): Delta[] {
  return draft
    .partsAt(ordinal)
    .slice(0, count)
    .map((value, part) => ({ kind: "part", part, value }));
}

function metadataOf(root: unknown): Delta[] {
  const metadata = isObject(root) ? root.metadata : null;
  const isSaid = isObject(metadata) && Object.keys(metadata).length > 0;
  return isSaid ? [{ kind: "metadata", metadata }] : [];
}

/** A value at its path, with nothing beside it: what stands in a list stands there alone. */
function alone(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, token, depth) => {
    const isInList = depth > 0 && (token === "-" || indexOf(token) >= 0);
    return isInList ? [inner] : (Object.fromEntries([[token, inner]]) satisfies JsonObject);
  }, value);
}
