/** Entry updates: what one event brings to one entry, as input for the dialects. */

import type { CloudEvent } from "../protocol/envelope.ts";
import { isObject, toPlainText } from "../protocol/json.ts";
import type { Message } from "../protocol/model.ts";
import type { ArtifactStream } from "../timeline/artifact.ts";
import type { CompactPart } from "../timeline/artifact-parts.ts";
import type { Item } from "./item.ts";

export interface EntryUpdate {
  readonly ordinal: number;
  readonly time: number;
  readonly item: Item;
  /** The artifact, or the message on its first appearance, that is updated. */
  readonly artifact: ArtifactStream | null;
  readonly message: Message | null;
  /** The parts it brought, in order; plain text as a bare string. */
  readonly parts: readonly CompactPart[];
  /** The event's own metadata; `null` if there is none. */
  readonly eventMetadata: unknown;
  /** The CloudEvent it came in. */
  readonly cloudEvent?: CloudEvent | undefined;
  /** Whether this event created its entry. */
  readonly isFirst: boolean;
  /** Whether it opened a new revision of an existing artifact. */
  readonly opensRevision: boolean;
  /** Whether its item has earlier content, or may get more. */
  readonly isContinued?: true;
}

/** An update about neither an artifact nor a message. */
export const EMPTY_UPDATE = {
  artifact: null,
  message: null,
  parts: [],
  eventMetadata: null,
  isFirst: false,
  opensRevision: false,
} as const satisfies Partial<EntryUpdate>;

/** The metadata of the updated artifact or message. */
export function getOwnMetadata({ ordinal, artifact, message }: EntryUpdate): unknown {
  return artifact ? (artifact.metadata.at(ordinal) ?? null) : (message?.metadata ?? null);
}

/** The extensions that the artifact or message lists. */
export function getOwnExtensions({ ordinal, artifact, message }: EntryUpdate): readonly string[] {
  return (artifact ? artifact.extensions.at(ordinal) : message?.extensions) ?? [];
}

/** The joined text of the update. */
export function getUpdateText({ parts }: EntryUpdate): string {
  let text = "";
  for (const part of parts) text += getCompactPartText(part);
  return text;
}

export function getCompactPartText(part: CompactPart): string {
  if (typeof part === "string") return part;
  return part.kind === "text" ? part.text : "";
}

/** A key for the speaking agent and its invocation; `null` if the framework does not name them. */
export function getSpeaker(update: EntryUpdate): string | null {
  const author = findMetadataText(update, AUTHOR_KEYS);
  if (author === undefined) return null;
  return `${author}\u0000${findMetadataText(update, INVOCATION_KEYS) ?? ""}`;
}

/** The name of the speaking agent. */
export function getAuthor(update: EntryUpdate): string | undefined {
  return findMetadataText(update, AUTHOR_KEYS);
}

/** Whether it is a fragment of a whole that follows. */
export function isPartialUpdate(update: EntryUpdate): boolean {
  for (const metadata of [update.eventMetadata, getOwnMetadata(update)]) {
    if (!isObject(metadata)) continue;
    for (const key of PARTIAL_KEYS) {
      if (Object.hasOwn(metadata, key) && toPlainText(metadata[key]) === "true") return true;
    }
  }
  return false;
}

const PREFIXES = ["adk_", "kagent_", "kagent_adk_"];
const PARTIAL_KEYS = PREFIXES.map((prefix) => `${prefix}partial`);
const AUTHOR_KEYS = PREFIXES.map((prefix) => `${prefix}author`);
const INVOCATION_KEYS = PREFIXES.map((prefix) => `${prefix}invocation_id`);

/** The first text under one of these keys, in the event or the updated artifact or message. */
function findMetadataText(update: EntryUpdate, keys: readonly string[]): string | undefined {
  for (const metadata of [update.eventMetadata, getOwnMetadata(update)]) {
    if (!isObject(metadata)) continue;
    for (const key of keys) {
      const value = Object.hasOwn(metadata, key) ? metadata[key] : undefined;
      if (typeof value === "string") return value;
    }
  }
  return undefined;
}

/** The agent whose content another agent forwards; empty if unknown. */
export function getSourceAgent(update: EntryUpdate): string {
  const metadata = getOwnMetadata(update);
  const source = isObject(metadata) ? metadata.sourceAgent : undefined;
  return typeof source === "string" ? source : "";
}
