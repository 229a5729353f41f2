/**
 * Versions of one content (a plan, a result) that several artifacts or messages bring, or one brings
 * repeatedly. A version is the part of a text from some chunk on; it can be read as of any event.
 */

import type { Part } from "../protocol/model.ts";
import { type ArtifactStream, Revision } from "../timeline/artifact.ts";
import { countUpToEvent } from "../timeline/event-index.ts";
import { type ChunkedText, TextTail } from "../timeline/provenance.ts";
import type { EntryUpdate } from "./entry-update.ts";
import type { Item } from "./item.ts";

/** Complete content, growing text, a result that is really an error, or an empty end. */
export type ContentRole = "whole" | "growing" | "error" | "end";

export class ContentVersion {
  readonly firstEvent: number;
  readonly item: Item;
  /** `null` for a message. */
  readonly artifact: ArtifactStream | null;
  readonly role: ContentRole;
  readonly revision: Revision;
  /** The chunk of the revision at which this version begins. */
  readonly chunk: number;

  constructor(update: VersionedUpdate, as: ContentRole, isAppended: boolean) {
    const { ordinal, item, artifact, message } = update;
    this.firstEvent = ordinal;
    this.item = item;
    this.artifact = artifact;
    this.role = as;
    const known = artifact?.revisionAt(ordinal);
    this.revision = known ?? new Revision(ordinal, "update", "first");
    if (!known && message) this.revision.add(ordinal, message.parts);
    this.chunk = isAppended ? Math.max(0, this.revision.chunksAt(ordinal) - 1) : 0;
  }

  /** The offset of its text in the text of the revision. */
  get textStart(): number {
    return this.chunk === 0 ? 0 : this.revision.chunkAt(this.chunk).from;
  }

  get chunkedText(): ChunkedText {
    return this.chunk === 0 ? this.revision : new TextTail(this.revision, this.chunk);
  }

  textAt(n: number): string {
    const text = this.revision.textAt(n);
    return this.chunk === 0 ? text : text.slice(this.textStart);
  }

  textLengthAt(n: number): number {
    return Math.max(0, this.revision.textLengthAt(n) - this.textStart);
  }

  /** The first characters, without joining the whole text. */
  textPreviewAt(n: number, limit: number): string {
    const { textStart } = this;
    return this.revision.textPreviewAt(n, textStart + limit).slice(textStart);
  }

  /** The parts other than text. */
  nonTextPartsAt(n: number): Part[] {
    const others: Part[] = [];
    const count = this.revision.chunksAt(n);
    for (let chunk = this.chunk; chunk < count; chunk++) {
      for (const part of this.revision.getChunkParts(chunk)) {
        if (typeof part !== "string" && part.kind !== "text") others.push(part);
      }
    }
    return others;
  }

  /** Whether its text is marked as complete. */
  isClosedAt(n: number): boolean {
    return this.revision.lastChunkEvent >= 0 && this.revision.lastChunkEvent <= n;
  }
}

type VersionedUpdate = Pick<EntryUpdate, "ordinal" | "item" | "artifact" | "message">;

/** All versions of one content, in order of creation. */
export class ContentHistory {
  readonly versions: ContentVersion[] = [];
  readonly #byItem = new Map<Item, ContentVersion[]>();

  add(version: ContentVersion): void {
    this.versions.push(version);
    const known = this.#byItem.get(version.item);
    if (known) known.push(version);
    else this.#byItem.set(version.item, [version]);
  }

  get latest(): ContentVersion | undefined {
    return this.versions[this.versions.length - 1];
  }

  /** The versions up to event `n`. */
  versionsAt(n: number): readonly ContentVersion[] {
    return this.versions.slice(0, countUpToEvent(this.versions, n));
  }

  /** The newest version of an item as of event `n`. */
  itemVersionAt(item: Item, n: number): ContentVersion | undefined {
    const own = this.#byItem.get(item) ?? [];
    return own[countUpToEvent(own, n) - 1];
  }
}
