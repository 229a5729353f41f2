/** Cursor over the chunks of an artifact, in the order of its events. */

import type { CompactPart } from "../timeline/artifact-parts.ts";
import type { EntryOf } from "../timeline/timeline.ts";

export class ArtifactCursor {
  readonly entry: EntryOf<"artifact">;
  /** Whether the last chunk taken opened a new revision. */
  opensRevision = false;
  #revision = 0;
  #chunk = 0;
  /** The name and metadata at the last check. */
  #name: string | undefined;
  #metadata: unknown;
  /** Whether the name and metadata were recorded at all. */
  #wasChecked = false;

  constructor(entry: EntryOf<"artifact">) {
    this.entry = entry;
  }

  /** The parts that an event brought; `null` if it brought nothing new. */
  takeChunk(ordinal: number): readonly CompactPart[] | null {
    const { revisions } = this.entry.artifact;
    this.opensRevision = revisions[this.#revision + 1]?.firstEvent === ordinal;
    if (this.opensRevision) {
      this.#revision++;
      this.#chunk = 0;
    }
    const revision = revisions[this.#revision];
    const hasChunk = revision !== undefined && this.#chunk < revision.chunkCount;
    if (!hasChunk || revision.getChunkEvent(this.#chunk) !== ordinal) return null;
    return revision.getChunkParts(this.#chunk++);
  }

  /** Records the current name and metadata; returns whether they are the ones last recorded. */
  checkUnchanged(ordinal: number): boolean {
    const { names, metadata } = this.entry.artifact;
    const name = names.at(ordinal);
    const own = metadata.at(ordinal);
    const isSame = this.#wasChecked && this.#name === name && this.#metadata === own;
    this.#name = name;
    this.#metadata = own;
    this.#wasChecked = true;
    return isSame;
  }
}
