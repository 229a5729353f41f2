/**
 * One streamed artifact: revisions, each an append-only list of parts. A replacement opens a new
 * revision and the old one stays. Every character leads to its event, at any event.
 */

import { isSameJson } from "../protocol/json.ts";
import type { Artifact, Part } from "../protocol/model.ts";
import { U32Column } from "../wire/column.ts";
import { type Place, Tellers } from "./tellers.ts";
import { bornBy, History, Track } from "./track.ts";

/** A text part without anything beside its text is kept as its text alone. */
export type Piece = string | Part;

/** How a revision's text relates to the one before. */
export type Relation = "first" | "same" | "extends" | "shrinks" | "differs";

export class Revision {
  readonly birth: number;
  readonly source: "update" | "snapshot";
  readonly relation: Relation;
  /** The first update marked as the last chunk; −1 while there is none. */
  closed = -1;

  readonly #pieces: Piece[] = [];
  /** Running text length after each piece. */
  readonly #textEnd = new U32Column();
  /** The ordinal of each update, and how many pieces there were after it. */
  readonly #chunk = new U32Column();
  readonly #pieceEnd = new U32Column();
  #joined = { pieces: 0, text: "" };

  constructor(birth: number, source: Revision["source"], relation: Relation) {
    this.birth = birth;
    this.source = source;
    this.relation = relation;
  }

  add(ordinal: number, parts: readonly Part[]): void {
    let end = this.textLength;
    for (const part of parts) {
      if (part.kind === "text") end += part.text.length;
      this.#pieces.push(compact(part));
      this.#textEnd.push(end);
    }
    this.#chunk.push(ordinal);
    this.#pieceEnd.push(this.#pieces.length);
  }

  get chunkCount(): number {
    return this.#chunk.length;
  }

  get textLength(): number {
    return this.#textEnd.length === 0 ? 0 : this.#textEnd.last;
  }

  /** The text of the last piece, if that is text. */
  get lastText(): string | null {
    const last = this.#pieces[this.#pieces.length - 1];
    return last === undefined ? null : textOfPiece(last);
  }

  chunksAt(n: number): number {
    return this.#chunk.countUpTo(n);
  }

  partsAt(n: number): number {
    const chunks = this.chunksAt(n);
    return chunks === 0 ? 0 : this.#pieceEnd.at(chunks - 1);
  }

  textLengthAt(n: number): number {
    const parts = this.partsAt(n);
    return parts === 0 ? 0 : this.#textEnd.at(parts - 1);
  }

  /** The text as of event `n`: a prefix of the text at any later event. */
  textAt(n: number): string {
    const parts = this.partsAt(n);
    if (parts > this.#joined.pieces) {
      let text = this.#joined.text;
      for (let i = this.#joined.pieces; i < parts; i++) text += textOfPiece(this.#pieces[i]) ?? "";
      this.#joined = { pieces: parts, text };
    }
    return this.#joined.text.slice(0, parts === 0 ? 0 : this.#textEnd.at(parts - 1));
  }

  /** The beginning of the text, without joining all of it. */
  beginningAt(n: number, limit: number): string {
    const parts = this.partsAt(n);
    let text = "";
    for (let i = 0; i < parts && text.length < limit; i++)
      text += textOfPiece(this.#pieces[i]) ?? "";
    return text.slice(0, limit);
  }

  /** The parts that are not text, in order, as of event `n`. */
  othersAt(n: number): Part[] {
    const found: Part[] = [];
    for (const piece of this.#pieces.slice(0, this.partsAt(n))) {
      if (typeof piece !== "string" && piece.kind !== "text") found.push(piece);
    }
    return found;
  }

  /** The chunks as of event `n`: which event brought which piece of the text. */
  chunkAt(index: number): { event: number; from: number; to: number; parts: number } {
    const firstPart = index === 0 ? 0 : this.#pieceEnd.at(index - 1);
    const endPart = this.#pieceEnd.at(index);
    return {
      event: this.#chunk.at(index),
      from: firstPart === 0 ? 0 : this.#textEnd.at(firstPart - 1),
      to: endPart === 0 ? 0 : this.#textEnd.at(endPart - 1),
      parts: endPart - firstPart,
    };
  }

  /** Past the last piece. */
  get end(): Place {
    return { piece: this.#pieces.length, at: 0 };
  }

  /** The place of a character. */
  placeAt(position: number): Place {
    const piece = this.#textEnd.countUpTo(position);
    return { piece, at: position - (piece === 0 ? 0 : this.#textEnd.at(piece - 1)) };
  }

  /** The event that brought a piece; past the end, later than any. */
  eventOf(piece: number): number {
    const chunk = this.#pieceEnd.countUpTo(piece);
    return chunk < this.#chunk.length ? this.#chunk.at(chunk) : Number.POSITIVE_INFINITY;
  }

  /** The event of a chunk. */
  eventAt(chunk: number): number {
    return this.#chunk.at(chunk);
  }

  /** What a chunk brought; a plain text as itself alone. */
  piecesOf(chunk: number): readonly Piece[] {
    const from = chunk === 0 ? 0 : this.#pieceEnd.at(chunk - 1);
    return this.#pieces.slice(from, this.#pieceEnd.at(chunk));
  }

  /** Where these parts end, if they are what stands here from a place on. */
  follow(from: Place, parts: readonly Part[]): Place | null {
    let place = from;
    for (const part of parts) {
      const next = part.kind === "text" ? this.#text(place, part.text) : this.#other(place, part);
      if (!next) return null;
      place = next;
    }
    return place;
  }

  #text(from: Place, text: string): Place | null {
    let { piece, at } = from;
    // An empty text is a piece of its own, as some agents end their artifacts.
    if (text === "") return this.#pieces[piece] === "" ? { piece: piece + 1, at: 0 } : null;
    for (let done = 0; done < text.length; ) {
      const here = textOfPiece(this.#pieces[piece]);
      if (here === null) return null;
      const length = Math.min(here.length - at, text.length - done);
      if (!here.startsWith(text.slice(done, done + length), at)) return null;
      done += length;
      at += length;
      if (at < here.length) continue;
      piece++;
      at = 0;
    }
    return { piece, at };
  }

  #other({ piece, at }: Place, part: Part): Place | null {
    const here = this.#pieces[piece];
    if (at > 0 || typeof here !== "object") return null;
    return isSameJson(here, part) ? { piece: piece + 1, at: 0 } : null;
  }

  /** The chunk that brought the character at `position`; −1 past the end. */
  chunkOfCharacter(position: number): number {
    if (position < 0 || position >= this.textLength) return -1;
    const piece = this.#textEnd.countUpTo(position);
    return this.#pieceEnd.countUpTo(piece);
  }
}

export class ArtifactStream {
  readonly key: string;
  readonly artifactId: string;
  /** The agent gave no id; `artifactId` is made up from what it did give. */
  readonly madeUp: boolean;
  readonly task: number;
  readonly entry: number;
  readonly birth: number;
  readonly names = new History<string>();
  readonly description: string | null;
  /** Its own metadata and the extensions it names, as far as they changed. */
  readonly metadata = new History<unknown>();
  readonly extensions = new History<readonly string[]>();
  readonly revisions: Revision[] = [];
  readonly tellers = new Tellers();
  /** Updates of this artifact. */
  readonly updates = new Track();
  /** Snapshots of the task that held this artifact unchanged. */
  readonly confirmed = new Track();
  /** Snapshots of the task that lacked it. */
  readonly missing = new Track();

  constructor(
    identity: ArtifactIdentity,
    task: number,
    entry: number,
    birth: number,
    description: string | null,
  ) {
    this.key = identity.key;
    this.artifactId = identity.artifactId;
    this.madeUp = identity.madeUp;
    this.task = task;
    this.entry = entry;
    this.birth = birth;
    this.description = description;
  }

  get current(): Revision | undefined {
    return this.revisions[this.revisions.length - 1];
  }

  revisionAt(n: number): Revision | undefined {
    return this.revisions[bornBy(this.revisions, n) - 1];
  }
}

export interface ArtifactIdentity {
  key: string;
  artifactId: string;
  madeUp: boolean;
}

/** What tells an artifact from the others of its task, in any version. */
export function identityOf(artifact: Artifact): ArtifactIdentity | null {
  if (artifact.artifactId !== null) {
    return { key: `id:${artifact.artifactId}`, artifactId: artifact.artifactId, madeUp: false };
  }
  if (artifact.index !== null) {
    const artifactId = `idx:${artifact.index}`;
    return { key: artifactId, artifactId, madeUp: true };
  }
  if (artifact.name !== null) {
    return { key: `name:${artifact.name}`, artifactId: artifact.name, madeUp: true };
  }
  return null;
}

/** The identity of the n-th artifact of its task that has neither id nor name. */
export function namelessIdentity(n: number): ArtifactIdentity {
  const artifactId = `anon-${n}`;
  return { key: artifactId, artifactId, madeUp: true };
}

export function relationOf(before: string, after: string): Relation {
  if (after === before) return "same";
  if (after.startsWith(before)) return "extends";
  return before.startsWith(after) ? "shrinks" : "differs";
}

function compact(part: Part): Piece {
  const isPlain =
    part.kind === "text" &&
    part.metadata === undefined &&
    (part.mediaType === undefined || part.mediaType === "text/plain");
  return isPlain ? part.text : part;
}

function textOfPiece(piece: Piece | undefined): string | null {
  if (typeof piece === "string") return piece;
  return piece?.kind === "text" ? piece.text : null;
}
