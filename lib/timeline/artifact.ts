/**
 * One streamed artifact: a list of revisions, each an append-only list of parts. A replacement
 * opens a new revision and keeps the old one. Every character can be traced to its event, as of any
 * event.
 */

import { NumberColumn } from "../collections/number-column.ts";
import { isSameJson } from "../json/json-stringify.ts";
import type { Artifact, Part } from "../protocol/model.ts";
import { type CompactPart, PartList } from "./artifact-parts.ts";
import {
  type ArtifactPosition,
  DuplicateStreamTracker,
  type RevisionRelation,
} from "./duplicate-streams.ts";
import { countUpToEvent, EventIndex, ValueHistory } from "./event-index.ts";

/** Ordinal −1 means “before the first event”, so ordinals are stored one higher. */
const SHIFT = 1;

export class Revision {
  readonly firstEvent: number;
  readonly source: "update" | "snapshot";
  readonly relation: RevisionRelation;
  /** The first update marked as the last chunk; −1 while there is none. */
  lastChunkEvent = -1;

  readonly #parts = new PartList();
  /** The ordinal of each update, and the number of parts after it. */
  readonly #chunkEvents = NumberColumn.u32();
  readonly #chunkEnds = NumberColumn.u32();
  #joinedText = { parts: 0, text: "" };

  constructor(firstEvent: number, source: Revision["source"], relation: RevisionRelation) {
    this.firstEvent = firstEvent;
    this.source = source;
    this.relation = relation;
  }

  add(ordinal: number, parts: readonly Part[]): void {
    for (const part of parts) this.#parts.add(part);
    this.#chunkEvents.push(ordinal + SHIFT);
    this.#chunkEnds.push(this.#parts.length);
  }

  /** Adds an update that contains only plain text. */
  addText(ordinal: number, text: string): void {
    this.#parts.addText(text);
    this.#chunkEvents.push(ordinal + SHIFT);
    this.#chunkEnds.push(this.#parts.length);
  }

  get chunkCount(): number {
    return this.#chunkEvents.length;
  }

  get textLength(): number {
    return this.#parts.textLength;
  }

  /** Text of the last part, if it is a text part. */
  get lastText(): string | null {
    return this.#parts.length === 0 ? null : this.#parts.textAt(this.#parts.length - 1);
  }

  chunksAt(n: number): number {
    return this.#chunkEvents.countUpTo(n + SHIFT);
  }

  partCountAt(n: number): number {
    const chunks = this.chunksAt(n);
    return chunks === 0 ? 0 : this.#chunkEnds.at(chunks - 1);
  }

  textLengthAt(n: number): number {
    return this.#parts.getTextLengthBefore(this.partCountAt(n));
  }

  /** The text as of event `n`. It is a prefix of the text at any later event. */
  textAt(n: number): string {
    const parts = this.partCountAt(n);
    const { parts: pieces, text } = this.#joinedText;
    if (parts > pieces) {
      this.#joinedText = { parts, text: text + this.#parts.joinText(pieces, parts) };
    }
    return this.#joinedText.text.slice(0, this.#parts.getTextLengthBefore(parts));
  }

  /** The start of the text, without joining all of it. */
  textPreviewAt(n: number, limit: number): string {
    const parts = this.partCountAt(n);
    const enough = Math.min(parts, this.#parts.findIndexAt(limit) + 1);
    return this.#parts.joinText(0, enough).slice(0, limit);
  }

  /** The parts that are not text, in order, as of event `n`. */
  nonTextPartsAt(n: number): Part[] {
    return this.#parts.getNonTextParts(this.partCountAt(n));
  }

  /** One chunk: its event and the range of text it added. */
  chunkAt(index: number): { event: number; from: number; to: number; parts: number } {
    const firstPart = index === 0 ? 0 : this.#chunkEnds.at(index - 1);
    const endPart = this.#chunkEnds.at(index);
    return {
      event: this.getChunkEvent(index),
      from: this.#parts.getTextLengthBefore(firstPart),
      to: this.#parts.getTextLengthBefore(endPart),
      parts: endPart - firstPart,
    };
  }

  /** The position after the last part. */
  get end(): ArtifactPosition {
    return { part: this.#parts.length, offset: 0 };
  }

  /** The position of a character. */
  findPosition(position: number): ArtifactPosition {
    const piece = this.#parts.findIndexAt(position);
    return { part: piece, offset: position - this.#parts.getTextLengthBefore(piece) };
  }

  /** The event that added a part; infinity past the end. */
  getEventOfPart(piece: number): number {
    const chunk = this.#chunkEnds.countUpTo(piece);
    return chunk < this.#chunkEvents.length ? this.getChunkEvent(chunk) : Number.POSITIVE_INFINITY;
  }

  getChunkEvent(chunk: number): number {
    return this.#chunkEvents.at(chunk) - SHIFT;
  }

  /** The parts of a chunk; a plain text part as a bare string. */
  getChunkParts(chunk: number): readonly CompactPart[] {
    const from = chunk === 0 ? 0 : this.#chunkEnds.at(chunk - 1);
    return this.#parts.slice(from, this.#chunkEnds.at(chunk));
  }

  /** Returns the end of these parts if they match the revision from a position on, else `null`. */
  matchParts(from: ArtifactPosition, parts: readonly Part[]): ArtifactPosition | null {
    let position = from;
    for (const part of parts) {
      const next =
        part.kind === "text"
          ? this.#matchText(position, part.text)
          : this.#matchNonText(position, part);
      if (!next) return null;
      position = next;
    }
    return position;
  }

  #matchText(from: ArtifactPosition, text: string): ArtifactPosition | null {
    let { part, offset } = from;
    // An empty text is a part of its own: some agents end their artifacts with one.
    if (text === "") return this.#parts.at(part) === "" ? { part: part + 1, offset: 0 } : null;
    for (let done = 0; done < text.length; ) {
      const here = this.#parts.textAt(part);
      if (here === null) return null;
      const length = Math.min(here.length - offset, text.length - done);
      if (!here.startsWith(text.slice(done, done + length), offset)) return null;
      done += length;
      offset += length;
      if (offset < here.length) continue;
      part++;
      offset = 0;
    }
    return { part, offset };
  }

  #matchNonText({ part: piece, offset }: ArtifactPosition, part: Part): ArtifactPosition | null {
    const here = this.#parts.at(piece);
    if (offset > 0 || typeof here !== "object") return null;
    return isSameJson(here, part) ? { part: piece + 1, offset: 0 } : null;
  }

  /** The chunk that added the character at `position`; −1 past the end. */
  chunkOfCharacter(position: number): number {
    if (position < 0 || position >= this.textLength) return -1;
    return this.#chunkEnds.countUpTo(this.#parts.findIndexAt(position));
  }
}

export class ArtifactStream {
  readonly key: string;
  readonly artifactId: string;
  /** The agent sent no id; `artifactId` is derived from the index or name. */
  readonly hasGeneratedId: boolean;
  readonly task: number;
  readonly entry: number;
  readonly firstEvent: number;
  readonly names = new ValueHistory<string>();
  readonly description: string | null;
  /** The artifact's own metadata and extensions, each time they changed. */
  readonly metadata = new ValueHistory<unknown>();
  readonly extensions = new ValueHistory<readonly string[]>();
  readonly revisions: Revision[] = [];
  readonly duplicates = new DuplicateStreamTracker();
  /** Snapshots of the task that contained this artifact unchanged. */
  readonly confirmingSnapshots = new EventIndex();
  /** Snapshots of the task that did not contain it. */
  readonly lackingSnapshots = new EventIndex();

  constructor(
    identity: ArtifactIdentity,
    task: number,
    entry: number,
    firstEvent: number,
    description: string | null,
  ) {
    this.key = identity.key;
    this.artifactId = identity.artifactId;
    this.hasGeneratedId = identity.hasGeneratedId;
    this.task = task;
    this.entry = entry;
    this.firstEvent = firstEvent;
    this.description = description;
  }

  get current(): Revision | undefined {
    return this.revisions[this.revisions.length - 1];
  }

  revisionAt(n: number): Revision | undefined {
    return this.revisions[countUpToEvent(this.revisions, n) - 1];
  }
}

export interface ArtifactIdentity {
  key: string;
  artifactId: string;
  hasGeneratedId: boolean;
}

/** Identifies an artifact within its task, in any protocol version. */
export function getArtifactIdentity(artifact: Artifact): ArtifactIdentity | null {
  if (artifact.artifactId !== null) {
    return {
      key: `id:${artifact.artifactId}`,
      artifactId: artifact.artifactId,
      hasGeneratedId: false,
    };
  }
  if (artifact.index !== null) {
    const artifactId = `idx:${artifact.index}`;
    return { key: artifactId, artifactId, hasGeneratedId: true };
  }
  if (artifact.name !== null) {
    return { key: `name:${artifact.name}`, artifactId: artifact.name, hasGeneratedId: true };
  }
  return null;
}

/** Identity of the n-th artifact of a task that has neither id nor name. */
export function createAnonymousIdentity(n: number): ArtifactIdentity {
  const artifactId = `anon-${n}`;
  return { key: artifactId, artifactId, hasGeneratedId: true };
}

export function getTextRelation(before: string, after: string): RevisionRelation {
  if (after === before) return "same";
  if (after.startsWith(before)) return "extends";
  return before.startsWith(after) ? "shrinks" : "differs";
}
