/** How far an artifact has been read: chunk by chunk, in the order of its events. */

import type { CompactPart } from "../timeline/artifact-parts.ts";
import type { EntryOf } from "../timeline/timeline.ts";

export class ArtifactCursor {
  readonly entry: EntryOf<"artifact">;
  /** The chunk that was taken last opened a new revision. */
  opensRevision = false;
  #revision = 0;
  #chunk = 0;
  /** What its name and metadata say was looked at when they were these. */
  #name: string | undefined;
  #metadata: unknown;
  /** Nothing about the whole is left to be found but in an event's own metadata. */
  #wasChecked = false;

  constructor(entry: EntryOf<"artifact">) {
    this.entry = entry;
  }

  /** What an event brought; `null` where it brought nothing new. */
  takeChunk(ordinal: number): readonly CompactPart[] | null {
    const { revisions } = this.entry.artifact;
    this.opensRevision = revisions[this.#revision + 1]?.firstEvent === ordinal;
    if (this.opensRevision) {
      this.#revision++;
      this.#chunk = 0;
    }
    const revision = revisions[this.#revision];
    const isTold = revision !== undefined && this.#chunk < revision.chunkCount;
    if (!isTold || revision.getChunkEvent(this.#chunk) !== ordinal) return null;
    return revision.getChunkParts(this.#chunk++);
  }

  /** Looks at the whole as it stands; was it looked at so before? */
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
