/** Statements: what one event says on one entry, as the dialects look at it. */

import { isObject, toPlainText } from "../protocol/json.ts";
import type { Message } from "../protocol/model.ts";
import type { ArtifactStream } from "../timeline/artifact.ts";
import type { Piece } from "../timeline/pieces.ts";
import type { Item } from "./item.ts";

export interface Statement {
  readonly ordinal: number;
  readonly time: number;
  readonly item: Item;
  /** What it is about: an artifact, or a message seen for the first time. */
  readonly artifact: ArtifactStream | null;
  readonly message: Message | null;
  /** What it brought, in order; a plain text as itself alone. */
  readonly pieces: readonly Piece[];
  /** The event's own metadata; `null` for none. */
  readonly event: unknown;
  /** Its entry was born in this event. */
  readonly isFirst: boolean;
  /** It opened a new revision of an artifact that was there. */
  readonly replaces: boolean;
  /** Its item said more before, or may say more. */
  readonly isSome?: true;
}

/** The metadata of the artifact or message it is about. */
export function ownMetadata({ ordinal, artifact, message }: Statement): unknown {
  return artifact ? (artifact.metadata.at(ordinal) ?? null) : (message?.metadata ?? null);
}

/** The extensions that artifact or message names. */
export function ownExtensions({ ordinal, artifact, message }: Statement): readonly string[] {
  return (artifact ? artifact.extensions.at(ordinal) : message?.extensions) ?? [];
}

/** All text it brought, joined. */
export function statedText({ pieces }: Statement): string {
  let text = "";
  for (const piece of pieces) text += textOfPiece(piece);
  return text;
}

export function textOfPiece(piece: Piece): string {
  if (typeof piece === "string") return piece;
  return piece.kind === "text" ? piece.text : "";
}

/** Who speaks, where frameworks say it: the agent and its invocation; `null` where none does. */
export function speakerOf(statement: Statement): string | null {
  const author = saidOf(statement, AUTHOR_KEYS);
  if (author === undefined) return null;
  return `${author}\u0000${saidOf(statement, INVOCATION_KEYS) ?? ""}`;
}

/** The name of the agent that speaks. */
export function authorOf(statement: Statement): string | undefined {
  return saidOf(statement, AUTHOR_KEYS);
}

/** Is it a fragment of something whole that is to come? */
export function isPartial(statement: Statement): boolean {
  for (const metadata of [statement.event, ownMetadata(statement)]) {
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
function saidOf(statement: Statement, keys: readonly string[]): string | undefined {
  for (const metadata of [statement.event, ownMetadata(statement)]) {
    if (!isObject(metadata)) continue;
    for (const key of keys) {
      const value = Object.hasOwn(metadata, key) ? metadata[key] : undefined;
      if (typeof value === "string") return value;
    }
  }
  return undefined;
}

/** The agent whose words another one passes on; empty where nobody says. */
export function sourceOf(statement: Statement): string {
  const metadata = ownMetadata(statement);
  const source = isObject(metadata) ? metadata.sourceAgent : undefined;
  return typeof source === "string" ? source : "";
}
