/** Statements: what one event says on one entry, as the dialects look at it. */

import { isObject, toPlainText } from "../protocol/json.ts";
import type { Message } from "../protocol/model.ts";
import type { ArtifactStream } from "../timeline/artifact.ts";
import type { CompactPart } from "../timeline/artifact-parts.ts";
import type { Item } from "./item.ts";

export interface EntryUpdate {
  readonly ordinal: number;
  readonly time: number;
  readonly item: Item;
  /** What it is about: an artifact, or a message seen for the first time. */
  readonly artifact: ArtifactStream | null;
  readonly message: Message | null;
  /** What it brought, in order; a plain text as itself alone. */
  readonly parts: readonly CompactPart[];
  /** The event's own metadata; `null` for none. */
  readonly eventMetadata: unknown;
  /** Its entry was born in this event. */
  readonly isFirst: boolean;
  /** It opened a new revision of an artifact that was there. */
  readonly opensRevision: boolean;
  /** Its item said more before, or may say more. */
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

/** The metadata of the artifact or message it is about. */
export function getOwnMetadata({ ordinal, artifact, message }: EntryUpdate): unknown {
  return artifact ? (artifact.metadata.at(ordinal) ?? null) : (message?.metadata ?? null);
}

/** The extensions that artifact or message names. */
export function getOwnExtensions({ ordinal, artifact, message }: EntryUpdate): readonly string[] {
  return (artifact ? artifact.extensions.at(ordinal) : message?.extensions) ?? [];
}

/** All text it brought, joined. */
export function getUpdateText({ parts }: EntryUpdate): string {
  let text = "";
  for (const part of parts) text += getCompactPartText(part);
  return text;
}

export function getCompactPartText(part: CompactPart): string {
  if (typeof part === "string") return part;
  return part.kind === "text" ? part.text : "";
}

/** Who speaks, where frameworks say it: the agent and its invocation; `null` where none does. */
export function getSpeaker(update: EntryUpdate): string | null {
  const author = findMetadataText(update, AUTHOR_KEYS);
  if (author === undefined) return null;
  return `${author}\u0000${findMetadataText(update, INVOCATION_KEYS) ?? ""}`;
}

/** The name of the agent that speaks. */
export function getAuthor(update: EntryUpdate): string | undefined {
  return findMetadataText(update, AUTHOR_KEYS);
}

/** Is it a fragment of something whole that is to come? */
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

/** The first text under one of these keys, on the event or on what it is about. */
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

/** The agent whose words another one passes on; empty where nobody says. */
export function getSourceAgent(update: EntryUpdate): string {
  const metadata = getOwnMetadata(update);
  const source = isObject(metadata) ? metadata.sourceAgent : undefined;
  return typeof source === "string" ? source : "";
}
