/**
 * Tellings: how one thing (a plan, an answer) is told by several artifacts or messages, or several
 * times by one. A telling is the part of a text from some chunk on; it reads as of any event.
 */

import type { Part } from "../protocol/model.ts";
import { type ArtifactStream, Revision } from "../timeline/artifact.ts";
import { type ChunkedText, TextFrom } from "../timeline/provenance.ts";
import { bornBy } from "../timeline/track.ts";
import type { Item } from "./item.ts";
import type { Statement } from "./statement.ts";

/** Its role: the whole at once, a text that grows, the error it really was, an empty end. */
export type TellingRole = "whole" | "growing" | "error" | "end";

export class Telling {
  readonly birth: number;
  readonly item: Item;
  /** `null` for a message's. */
  readonly artifact: ArtifactStream | null;
  readonly as: TellingRole;
  readonly revision: Revision;
  /** The chunk of the revision that it begins with. */
  readonly chunk: number;

  constructor(said: Said, as: TellingRole, isAppended: boolean) {
    const { ordinal, item, artifact, message } = said;
    this.birth = ordinal;
    this.item = item;
    this.artifact = artifact;
    this.as = as;
    const known = artifact?.revisionAt(ordinal);
    this.revision = known ?? new Revision(ordinal, "update", "first");
    if (!known && message) this.revision.add(ordinal, message.parts);
    this.chunk = isAppended ? Math.max(0, this.revision.chunksAt(ordinal) - 1) : 0;
  }

  /** Where its text begins in that of its revision. */
  get from(): number {
    return this.chunk === 0 ? 0 : this.revision.chunkAt(this.chunk).from;
  }

  get chunkedText(): ChunkedText {
    return this.chunk === 0 ? this.revision : new TextFrom(this.revision, this.chunk);
  }

  textAt(n: number): string {
    const text = this.revision.textAt(n);
    return this.chunk === 0 ? text : text.slice(this.from);
  }

  textLengthAt(n: number): number {
    return Math.max(0, this.revision.textLengthAt(n) - this.from);
  }

  /** The first so many characters, without joining all of them. */
  beginningAt(n: number, limit: number): string {
    const { from } = this;
    return this.revision.beginningAt(n, from + limit).slice(from);
  }

  /** The parts that are not text. */
  othersAt(n: number): Part[] {
    const others: Part[] = [];
    const count = this.revision.chunksAt(n);
    for (let chunk = this.chunk; chunk < count; chunk++) {
      for (const piece of this.revision.piecesOf(chunk)) {
        if (typeof piece !== "string" && piece.kind !== "text") others.push(piece);
      }
    }
    return others;
  }

  /** Its text is marked as complete. */
  isClosedAt(n: number): boolean {
    return this.revision.closed >= 0 && this.revision.closed <= n;
  }
}

type Said = Pick<Statement, "ordinal" | "item" | "artifact" | "message">;

/** All tellings of one thing, in order of birth. */
export class Story {
  readonly tellings: Telling[] = [];
  readonly #ofItem = new Map<Item, Telling[]>();

  add(telling: Telling): void {
    this.tellings.push(telling);
    const known = this.#ofItem.get(telling.item);
    if (known) known.push(telling);
    else this.#ofItem.set(telling.item, [telling]);
  }

  get latest(): Telling | undefined {
    return this.tellings[this.tellings.length - 1];
  }

  /** Those by event `n`. */
  toldBy(n: number): readonly Telling[] {
    return this.tellings.slice(0, bornBy(this.tellings, n));
  }

  /** The newest one of an item by event `n`. */
  ofItemAt(item: Item, n: number): Telling | undefined {
    const own = this.#ofItem.get(item) ?? [];
    return own[bornBy(own, n) - 1];
  }
}
