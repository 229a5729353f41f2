/**
 * Detects duplicate deliveries of one artifact. Several streams of a task deliver the same updates,
 * each at its own pace; a repeated update is recorded but not appended again. Only the fold uses
 * this.
 *
 *     x1  append "Hel"     text "Hel"
 *     x2  append "Hel"     a duplicate
 *     x2  append "lo"      text "Hello"
 *     x1  append "lo"      a duplicate
 */

import type { Part } from "../protocol/model.ts";

/** How far an exchange has delivered a revision: a part, and an offset in its text. */
export interface ArtifactPosition {
  readonly part: number;
  readonly offset: number;
}

/** How a revision's text relates to the one before. */
export type RevisionRelation = "first" | "same" | "extends" | "shrinks" | "differs";

/** A revision of the artifact, as far as it matters here. */
interface DeliveredRevision {
  readonly firstEvent: number;
  readonly source: "update" | "snapshot";
  readonly relation: RevisionRelation;
  /** Where its content ends. */
  readonly end: ArtifactPosition;
  readonly textLength: number;
  /** The position after the parts, if the content continues with them; else `null`. */
  matchParts(from: ArtifactPosition, parts: readonly Part[]): ArtifactPosition | null;
  findPosition(textLength: number): ArtifactPosition;
  getEventOfPart(part: number): number;
  partCountAt(event: number): number;
}

interface ReportedPosition extends ArtifactPosition {
  readonly revision: DeliveredRevision;
}

/** The identity of a delivering exchange. All notifications to one inbox share one. */
export interface StreamSource {
  readonly index: number;
  readonly firstEvent: number;
}

export class DuplicateStreamTracker {
  /** The source of the newest update, which has delivered everything. */
  #newest = -1;
  /** How far each other source has delivered. */
  readonly #positions = new Map<number, ReportedPosition>();

  /**
   * Is this an update that another exchange delivered after this one was opened? If so, advances
   * the source's position.
   */
  markIfDuplicate(
    revisions: readonly DeliveredRevision[],
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

  /** Has this source delivered any of the artifact? */
  hasReported({ index }: StreamSource): boolean {
    return index === this.#newest || this.#positions.has(index);
  }

  /** Call before the source delivers something new, after everything known. */
  markReporting(source: StreamSource, current: DeliveredRevision | undefined): void {
    if (source.index === this.#newest) return;
    if (current) this.#positions.set(this.#newest, { revision: current, ...current.end });
    this.#positions.delete(source.index);
    this.#newest = source.index;
  }

  /**
   * Does the snapshot show the artifact as it is, or was at some time since the exchange was
   * opened? If so, advances the source's position.
   */
  markIfKnownSnapshot(
    source: StreamSource,
    current: DeliveredRevision,
    parts: readonly Part[],
  ): boolean {
    if (source.index === this.#newest) return false;
    const end = current.matchParts({ part: 0, offset: 0 }, parts);
    if (!end || current.getEventOfPart(end.part) <= source.firstEvent) return false;
    this.#positions.set(source.index, { revision: current, ...end });
    return true;
  }

  #matchReplacement(
    current: DeliveredRevision,
    source: StreamSource,
    parts: readonly Part[],
  ): ReportedPosition | null {
    const delivered = this.#positions.get(source.index)?.revision;
    if (current.firstEvent <= source.firstEvent || delivered === current) return null;
    // A snapshot that only extends this source's text does not indicate a replacement.
    const mayBegin = current.source === "update" || !delivered || current.relation === "differs";
    const end = mayBegin ? current.matchParts({ part: 0, offset: 0 }, parts) : null;
    return end && { revision: current, ...end };
  }

  #matchAppended(
    revisions: readonly DeliveredRevision[],
    current: DeliveredRevision,
    source: StreamSource,
    parts: readonly Part[],
  ): ReportedPosition | null {
    const delivered = this.#positions.get(source.index);
    if (delivered) {
      const from = translatePosition(delivered, revisions, current);
      const end = from?.revision.matchParts(from, parts);
      return from && end ? { revision: from.revision, ...end } : null;
    }
    // The source joined midway: search what was added since it was opened.
    const first =
      current.firstEvent > source.firstEvent ? 0 : current.partCountAt(source.firstEvent);
    for (let part = first; part < current.end.part; part++) {
      const end = current.matchParts({ part, offset: 0 }, parts);
      if (end) return { revision: current, ...end };
    }
    return null;
  }
}

/** The same position in the newest revision, if that continues the one before. */
function translatePosition(
  delivered: ReportedPosition,
  revisions: readonly DeliveredRevision[],
  current: DeliveredRevision,
): ReportedPosition | null {
  const { revision } = delivered;
  if (revision === current || delivered.part < revision.end.part) return delivered;
  const isContinuation = current.relation === "extends" || current.relation === "same";
  if (!isContinuation || revisions[revisions.length - 2] !== revision) return null;
  return { revision: current, ...current.findPosition(revision.textLength) };
}
