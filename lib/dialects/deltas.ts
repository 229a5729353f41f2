/**
 * Deltas: what one event adds, in the terms of the streaming extension (text, part, metadata,
 * artifact or state). Agents that stream patches and agents that do not get the same terms.
 */

import { parseIndex, parseJsonPointer } from "../json/json-pointer.ts";
import { isObject, type JsonObject, toPlainText } from "../protocol/json.ts";
import { EVENT_KINDS, type Message, type Part } from "../protocol/model.ts";
import type { ArtifactStream } from "../timeline/artifact.ts";
import type { Interpretation } from "./interpretation.ts";
import type { Draft } from "./streaming-messages/draft.ts";
import { getStreamingUpdate, readOperations } from "./streaming-messages/draft-registry.ts";

export type Delta =
  | { readonly kind: "text"; readonly part: number; readonly text: string }
  | { readonly kind: "part"; readonly part: number; readonly value: Part }
  /** Only the new text. */
  | { readonly kind: "metadata"; readonly metadata: unknown }
  | { readonly kind: "artifact"; readonly artifact: ArtifactStream }
  | { readonly kind: "state"; readonly label: string };

const ARTIFACT = EVENT_KINDS.indexOf("artifact");
const STATUS = EVENT_KINDS.indexOf("status");

export function getEventDeltas(interpretation: Interpretation, ordinal: number): Delta[] {
  const { events, entries, metadata, tasks } = interpretation.timeline;
  const kind = events.kind.at(ordinal);
  const entry = entries[events.entry.at(ordinal)];
  if (kind === ARTIFACT) {
    return entry?.kind === "artifact" ? [{ kind: "artifact", artifact: entry.artifact }] : [];
  }
  const transition = tasks[entry?.task ?? -1]?.transitionAt(ordinal);
  if (kind !== STATUS || !transition) return [];
  const draft = findPatchedDraft(interpretation, ordinal);
  const found = draft
    ? createPatchDeltas(draft, getStreamingUpdate(metadata.get(ordinal)), ordinal)
    : [];
  const message = findNewMessage(interpretation, ordinal);
  if (message)
    found.push(
      ...createMessageDeltas(
        message,
        countStreamedParts(interpretation, entry?.task ?? -1, ordinal),
      ),
    );
  const isState = !draft || transition.firstEvent === ordinal;
  return isState ? [...found, { kind: "state", label: transition.label }] : found;
}

/** The message that a status carried for the first time: the last entry of the event. */
function findNewMessage(
  { timeline: { entries, events } }: Interpretation,
  ordinal: number,
): Message | null {
  const last = entries[events.entries.at(ordinal) - 1];
  return last?.kind === "message" && last.firstEvent === ordinal ? last.message.message : null;
}

/** The draft that an event patches. */
function findPatchedDraft(interpretation: Interpretation, ordinal: number): Draft | null {
  const item = interpretation.getEventItem(ordinal);
  const detail = item && interpretation.details.get(item);
  return detail?.kind === "draft" ? detail.draft : null;
}

/** How many parts of a message were streamed before the whole message came. */
function countStreamedParts(
  interpretation: Interpretation,
  task: number,
  ordinal: number,
): number | null {
  const own = interpretation
    .getDrafts(task)
    .find(({ finalMessage }) => finalMessage?.firstEvent === ordinal);
  return own?.finalMessage?.mismatch === null ? own.finalMessage.streamedParts : null;
}

function createMessageDeltas({ parts, metadata }: Message, streamed: number | null): Delta[] {
  const found: Delta[] = parts
    .map((value, part) => ({ kind: "part" as const, part, value }))
    .slice(streamed ?? 0);
  const isNew = streamed === null && isObject(metadata) && Object.keys(metadata).length > 0;
  return isNew ? [...found, { kind: "metadata", metadata }] : found;
}

function createPatchDeltas(draft: Draft, update: unknown, ordinal: number): Delta[] {
  const found: Delta[] = [];
  let count = draft.countAt(ordinal - 1);
  for (const op of (isObject(update) && readOperations(update).ops) || []) {
    if (!isObject(op) || typeof op.path !== "string") continue;
    const tokens = parseJsonPointer(op.path);
    if (!tokens) continue;
    const [head, token = "", member] = tokens;
    if (head === undefined) {
      count = draft.countAt(ordinal);
      found.push(...createPartDeltas(draft, count, ordinal), ...createMetadataDeltas(op.value));
    } else if (head === "metadata" && op.op !== "remove" && op.op !== "move") {
      found.push({ kind: "metadata", metadata: wrapInPath(tokens.slice(1), op.value) });
    } else if (head === "parts" && member === "text" && op.op === "str_ins") {
      found.push({ kind: "text", part: parseIndex(token), text: toPlainText(op.value) });
    } else if (head === "parts" && member === undefined && op.op === "add") {
      const part = token === "-" ? count : parseIndex(token);
      const value = draft.partAt(part, ordinal);
      if (value) found.push({ kind: "part", part, value });
      count++;
    }
  }
  return found;
}

function createPartDeltas(draft: Draft, count: number, ordinal: number): Delta[] {
  return draft
    .partsAt(ordinal)
    .slice(0, count)
    .map((value, part) => ({ kind: "part", part, value }));
}

function createMetadataDeltas(root: unknown): Delta[] {
  const metadata = isObject(root) ? root.metadata : null;
  const isSaid = isObject(metadata) && Object.keys(metadata).length > 0;
  return isSaid ? [{ kind: "metadata", metadata }] : [];
}

/** A value nested at its path, without siblings; a list holds the value alone. */
function wrapInPath(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, token, depth) => {
    const isInList = depth > 0 && (token === "-" || parseIndex(token) >= 0);
    return isInList ? [inner] : (Object.fromEntries([[token, inner]]) satisfies JsonObject);
  }, value);
}
