/**
 * Who told what of an artifact: several streams of one task tell the same updates, each in its
 * own time. What one repeats of another is heard, not appended again. Only the fold reads this.
 */

import type { Part } from "../protocol/model.ts";
import type { Revision } from "./artifact.ts";

/** Up to where in a revision an exchange has told: a piece, and a position in its text. */
export interface Place {
  readonly piece: number;
  readonly at: number;
}

interface Told extends Place {
  readonly revision: Revision;
}

/** An exchange, as far as it matters here; all notifications to one inbox are one. */
export interface Teller {
  readonly index: number;
  readonly birth: number;
}

export class Tellers {
  /** Who told the newest; it knows everything. */
  #newest = -1;
  /** Up to where the others have told. */
  readonly #told = new Map<number, Told>();

  /** Is this update one that another exchange told since this one was opened? */
  repeats(
    revisions: readonly Revision[],
    teller: Teller,
    append: boolean,
    parts: readonly Part[],
  ): boolean {
    const current = revisions[revisions.length - 1];
    if (!current || teller.index === this.#newest) return false;
    const found = append
      ? this.#appended(revisions, current, teller, parts)
      : this.#begun(current, teller, parts);
    if (found) this.#told.set(teller.index, found);
    return found !== null;
  }

  /** Has this exchange told of it at all? */
  knows({ index }: Teller): boolean {
    return index === this.#newest || this.#told.has(index);
  }

  /** The exchange is about to tell something new, after all there is. */
  tells(teller: Teller, current: Revision | undefined): void {
    if (teller.index === this.#newest) return;
    if (current) this.#told.set(this.#newest, { revision: current, ...current.end });
    this.#told.delete(teller.index);
    this.#newest = teller.index;
  }

  /** The exchange showed the whole, as it stands or as it stood since the exchange was opened. */
  shows(teller: Teller, current: Revision, parts: readonly Part[]): boolean {
    if (teller.index === this.#newest) return false;
    const place = current.follow({ piece: 0, at: 0 }, parts);
    if (!place || current.eventOf(place.piece) <= teller.birth) return false;
    this.#told.set(teller.index, { revision: current, ...place });
    return true;
  }

  #begun(current: Revision, teller: Teller, parts: readonly Part[]): Told | null {
    const told = this.#told.get(teller.index)?.revision;
    if (current.birth <= teller.birth || told === current) return null;
    // A snapshot that only went on from what this one told says nothing of a replacement.
    const mayBegin = current.source === "update" || !told || current.relation === "differs";
    const place = mayBegin ? current.follow({ piece: 0, at: 0 }, parts) : null;
    return place && { revision: current, ...place };
  }

  #appended(
    revisions: readonly Revision[],
    current: Revision,
    teller: Teller,
    parts: readonly Part[],
  ): Told | null {
    const told = this.#told.get(teller.index);
    if (told) {
      const from = translated(told, revisions, current);
      const place = from?.revision.follow(from, parts);
      return from && place ? { revision: from.revision, ...place } : null;
    }
    // It joined in the middle: somewhere in what came since it was opened.
    const first = current.birth > teller.birth ? 0 : current.partsAt(teller.birth);
    for (let piece = first; piece < current.end.piece; piece++) {
      const place = current.follow({ piece, at: 0 }, parts);
      if (place) return { revision: current, ...place };
    }
    return null;
  }
}

/** The same place in the newest revision, where that goes on from the one before. */
function translated(told: Told, revisions: readonly Revision[], current: Revision): Told | null {
  const { revision } = told;
  if (revision === current || told.piece < revision.end.piece) return told;
  const goesOn = current.relation === "extends" || current.relation === "same";
  if (!goesOn || revisions[revisions.length - 2] !== revision) return null;
  return { revision: current, ...current.placeAt(revision.textLength) };
}
