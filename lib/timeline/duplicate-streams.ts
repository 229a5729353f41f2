/**
 * Who told what of an artifact: several streams of one task tell the same updates, each in its
 * own time. What one repeats of another is heard, not appended again. Only the fold reads this.
 */

import type { Part } from "../protocol/model.ts";
import type { Revision } from "./artifact.ts";

/** Up to where in a revision an exchange has told: a piece, and a position in its text. */
export interface ArtifactPosition {
  readonly part: number;
  readonly offset: number;
}

interface ReportedPosition extends ArtifactPosition {
  readonly revision: Revision;
}

/** An exchange, as far as it matters here; all notifications to one inbox are one. */
export interface StreamSource {
  readonly index: number;
  readonly firstEvent: number;
}

export class DuplicateStreamTracker {
  /** Who told the newest; it knows everything. */
  #newest = -1;
  /** Up to where the others have told. */
  readonly #positions = new Map<number, ReportedPosition>();

  /** Is this update one that another exchange told since this one was opened? */
  markIfDuplicate(
    revisions: readonly Revision[],
    source: StreamSource,
    append: boolean,
    parts: readonly Part[],
  ): boolean {
    const current = revisions[revisions.length - 1];
    if (!current || source.index === this.#newest) return false;
    const found = append
      ? this.#matchAppended(revisions, current, source, parts)
      : this.#matchReplacement(current, source, parts);
    if (found) this.#positions.set(source.index, found);
    return found !== null;
  }

  /** Has this exchange told of it at all? */
  hasReported({ index }: StreamSource): boolean {
    return index === this.#newest || this.#positions.has(index);
  }

  /** The exchange is about to tell something new, after all there is. */
  markReporting(source: StreamSource, current: Revision | undefined): void {
    if (source.index === this.#newest) return;
    if (current) this.#positions.set(this.#newest, { revision: current, ...current.end });
    this.#positions.delete(source.index);
    this.#newest = source.index;
  }

  /** The exchange showed the whole, as it stands or as it stood since the exchange was opened. */
  markIfKnownSnapshot(source: StreamSource, current: Revision, parts: readonly Part[]): boolean {
    if (source.index === this.#newest) return false;
    const place = current.matchParts({ part: 0, offset: 0 }, parts);
    if (!place || current.getEventOfPart(place.part) <= source.firstEvent) return false;
    this.#positions.set(source.index, { revision: current, ...place });
    return true;
  }

  #matchReplacement(
    current: Revision,
    source: StreamSource,
    parts: readonly Part[],
  ): ReportedPosition | null {
    const told = this.#positions.get(source.index)?.revision;
    if (current.firstEvent <= source.firstEvent || told === current) return null;
    // A snapshot that only went on from what this one told says nothing of a replacement.
    const mayBegin = current.source === "update" || !told || current.relation === "differs";
    const place = mayBegin ? current.matchParts({ part: 0, offset: 0 }, parts) : null;
    return place && { revision: current, ...place };
  }

  #matchAppended(
    revisions: readonly Revision[],
    current: Revision,
    source: StreamSource,
    parts: readonly Part[],
  ): ReportedPosition | null {
    const told = this.#positions.get(source.index);
    if (told) {
      const from = translatePosition(told, revisions, current);
      const place = from?.revision.matchParts(from, parts);
      return from && place ? { revision: from.revision, ...place } : null;
    }
    // It joined in the middle: somewhere in what came since it was opened.
    const first =
      current.firstEvent > source.firstEvent ? 0 : current.partCountAt(source.firstEvent);
    for (let piece = first; piece < current.end.part; piece++) {
      const place = current.matchParts({ part: piece, offset: 0 }, parts);
      if (place) return { revision: current, ...place };
    }
    return null;
  }
}

/** The same place in the newest revision, where that goes on from the one before. */
function translatePosition(
  told: ReportedPosition,
  revisions: readonly Revision[],
  current: Revision,
): ReportedPosition | null {
  const { revision } = told;
  if (revision === current || told.part < revision.end.part) return told;
  const goesOn = current.relation === "extends" || current.relation === "same";
  if (!goesOn || revisions[revisions.length - 2] !== revision) return null;
  return { revision: current, ...current.findPosition(revision.textLength) };
}
