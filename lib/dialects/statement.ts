/** Statements: what one event says on one entry, as the dialects look at it. */

import type { Message, Part } from "../protocol/model.ts";
import type { ArtifactStream, Piece } from "../timeline/artifact.ts";
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

/** The parts it brought that are more than plain text. */
export function richParts({ pieces }: Statement): Part[] {
  return pieces.filter((piece) => typeof piece !== "string");
}
