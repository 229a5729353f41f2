/** How far an artifact has been read: chunk by chunk, in the order of its events. */

import type { Piece } from "../timeline/pieces.ts";
import type { EntryOf } from "../timeline/timeline.ts";

export class ArtifactProgress {
  readonly entry: EntryOf<"artifact">;
  /** The chunk that was taken last opened a new revision. */
  replaces = false;
  #revision = 0;
  #chunk = 0;
  /** What its name and metadata say was looked at when they were these. */
  #name: string | undefined;
  #metadata: unknown;
  /** Nothing about the whole is left to be found but in an event's own metadata. */
  #isKnown = false;

  constructor(entry: EntryOf<"artifact">) {
    this.entry = entry;
  }

  /** What an event brought; `null` where it brought nothing new. */
  take(ordinal: number): readonly Piece[] | null {
    const { revisions } = this.entry.artifact;
    this.replaces = revisions[this.#revision + 1]?.birth === ordinal;
    if (this.replaces) {
      this.#revision++;
      this.#chunk = 0;
    }
    const revision = revisions[this.#revision];
    const isTold = revision !== undefined && this.#chunk < revision.chunkCount;
    if (!isTold || revision.eventAt(this.#chunk) !== ordinal) return null;
    return revision.piecesOf(this.#chunk++);
  }

  /** Looks at the whole as it stands; was it looked at so before? */
  sawBefore(ordinal: number): boolean {
    const { names, metadata } = this.entry.artifact;
    const name = names.at(ordinal);
    const own = metadata.at(ordinal);
    const isSame = this.#isKnown && this.#name === name && this.#metadata === own;
    this.#name = name;
    this.#metadata = own;
    this.#isKnown = true;
    return isSame;
  }
}
