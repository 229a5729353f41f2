/**
 * One streamed artifact: revisions, each an append-only list of parts. A replacement opens a new
 * revision and the old one stays. Every character leads to its event, at any event.
 */

import { isSameJson } from "../protocol/json.ts";
import type { Artifact, Part } from "../protocol/model.ts";
import { NumberColumn } from "../wire/number-column.ts";
import { type Piece, Pieces } from "./pieces.ts";
import { type Place, Tellers } from "./tellers.ts";
import { bornBy, History, Track } from "./track.ts";

/** How a revision's text relates to the one before. */
export type Relation = "first" | "same" | "extends" | "shrinks" | "differs";

/** What is said before the first event is of ordinal −1, so ordinals are stored one higher. */
const SHIFT = 1;

export class Revision {
  readonly birth: number;
  readonly source: "update" | "snapshot";
  readonly relation: Relation;
  /** The first update marked as the last chunk; −1 while there is none. */
  closed = -1;

  readonly #pieces = new Pieces();
  /** The ordinal of each update, and how many pieces there were after it. */
  readonly #chunk = NumberColumn.u32();
  readonly #pieceEnd = NumberColumn.u32();
  #joined = { pieces: 0, text: "" };

  constructor(birth: number, source: Revision["source"], relation: Relation) {
    this.birth = birth;
    this.source = source;
    this.relation = relation;
  }

  add(ordinal: number, parts: readonly Part[]): void {
    for (const part of parts) this.#pieces.add(part);
    this.#chunk.push(ordinal + SHIFT);
    this.#pieceEnd.push(this.#pieces.length);
  }

  /** An update that brings a plain text and nothing else. */
  addText(ordinal: number, text: string): void {
    this.#pieces.addText(text);
    this.#chunk.push(ordinal + SHIFT);
    this.#pieceEnd.push(this.#pieces.length);
  }

  get chunkCount(): number {
    return this.#chunk.length;
  }

  get textLength(): number {
    return this.#pieces.textLength;
  }

  /** The text of the last piece, if that is text. */
  get lastText(): string | null {
    return this.#pieces.length === 0 ? null : this.#pieces.textAt(this.#pieces.length - 1);
  }

  chunksAt(n: number): number {
    return this.#chunk.countUpTo(n + SHIFT);
  }

  partsAt(n: number): number {
    const chunks = this.chunksAt(n);
    return chunks === 0 ? 0 : this.#pieceEnd.at(chunks - 1);
  }

  textLengthAt(n: number): number {
    return this.#pieces.lengthUntil(this.partsAt(n));
  }

  /** The text as of event `n`: a prefix of the text at any later event. */
  textAt(n: number): string {
    const parts = this.partsAt(n);
    const { pieces, text } = this.#joined;
    if (parts > pieces) {
      this.#joined = { pieces: parts, text: text + this.#pieces.textBetween(pieces, parts) };
    }
    return this.#joined.text.slice(0, this.#pieces.lengthUntil(parts));
  }

  /** The beginning of the text, without joining all of it. */
  beginningAt(n: number, limit: number): string {
    const parts = this.partsAt(n);
    const enough = Math.min(parts, this.#pieces.holding(limit) + 1);
    return this.#pieces.textBetween(0, enough).slice(0, limit);
  }

  /** The parts that are not text, in order, as of event `n`. */
  othersAt(n: number): Part[] {
    return this.#pieces.othersUntil(this.partsAt(n));
  }

  /** The chunks as of event `n`: which event brought which piece of the text. */
  chunkAt(index: number): { event: number; from: number; to: number; parts: number } {
    const firstPart = index === 0 ? 0 : this.#pieceEnd.at(index - 1);
    const endPart = this.#pieceEnd.at(index);
    return {
      event: this.eventAt(index),
      from: this.#pieces.lengthUntil(firstPart),
      to: this.#pieces.lengthUntil(endPart),
      parts: endPart - firstPart,
    };
  }

  /** Past the last piece. */
  get end(): Place {
    return { piece: this.#pieces.length, at: 0 };
  }

  /** The place of a character. */
  placeAt(position: number): Place {
    const piece = this.#pieces.holding(position);
    return { piece, at: position - this.#pieces.lengthUntil(piece) };
  }

  /** The event that brought a piece; past the end, later than any. */
  eventOf(piece: number): number {
    const chunk = this.#pieceEnd.countUpTo(piece);
    return chunk < this.#chunk.length ? this.eventAt(chunk) : Number.POSITIVE_INFINITY;
  }

  /** The event of a chunk. */
  eventAt(chunk: number): number {
    return this.#chunk.at(chunk) - SHIFT;
  }

  /** What a chunk brought; a plain text as itself alone. */
  piecesOf(chunk: number): readonly Piece[] {
    const from = chunk === 0 ? 0 : this.#pieceEnd.at(chunk - 1);
    return this.#pieces.between(from, this.#pieceEnd.at(chunk));
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
    if (text === "") return this.#pieces.at(piece) === "" ? { piece: piece + 1, at: 0 } : null;
    for (let done = 0; done < text.length; ) {
      const here = this.#pieces.textAt(piece);
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
    const here = this.#pieces.at(piece);
    if (at > 0 || typeof here !== "object") return null;
    return isSameJson(here, part) ? { piece: piece + 1, at: 0 } : null;
  }

  /** The chunk that brought the character at `position`; −1 past the end. */
  chunkOfCharacter(position: number): number {
    if (position < 0 || position >= this.textLength) return -1;
    return this.#pieceEnd.countUpTo(this.#pieces.holding(position));
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
