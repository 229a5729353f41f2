/**
 * Brings one recording and the store to the same state: its log, its metadata, and its deletion.
 *
 * Guarantees: what waits is not remembered but found, by comparing the folder with the store, so that
 * no restart loses it. Where two change the same entry, the write that came too late reads again and
 * is repeated; stores without conditional writes are put right by the next comparison.
 */

import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { RecordingSummary } from "../../api/api-types.ts";
import type { StoreConflict } from "../../api/shared-store.ts";
import type { RecordingStore } from "../recording/recording-store.ts";
import type { SearchIndex } from "../search/search-index.ts";
import { hashMetadata, mergeMetadata } from "./merge-metadata.ts";
import { type S3Client, StoreError } from "./s3-client.ts";
import type { StoreDeletions } from "./store-deletions.ts";
import {
  type DeletedEntry,
  getMetadataKey,
  getRunPrefix,
  STORE_VERSION,
  type StoreEntry,
  sumPackedBytes,
} from "./store-entry.ts";
import type { FoundEntry, ListedEntry, StoreIndex } from "./store-index.ts";
import { STORE_LIMITS } from "./store-limits.ts";
import type { StoreSettings } from "./store-settings.ts";
import { uploadLog } from "./upload-log.ts";

export interface SyncOptions {
  readonly settings: StoreSettings;
  readonly client: S3Client;
  readonly index: StoreIndex;
  readonly deletions: StoreDeletions;
  /** For files in between, and downloaded logs. */
  readonly folder: string;
  readonly recordings: RecordingStore;
  readonly searchIndex: SearchIndex;
  /** In this process. */
  isLive(id: string): boolean;
  /** A card lookup that has found none, or none yet. */
  isHidden(id: string): Promise<boolean>;
  /** Deletes the recording in this Loupe's folder. */
  removeHere(id: string): Promise<void>;
}

const MAX_WRITES = 5;
const MAX_CONFLICTS = 20;

export class RecordingSync {
  readonly conflicts: StoreConflict[] = [];
  readonly #options: SyncOptions;

  constructor(options: SyncOptions) {
    this.#options = options;
  }

  /** Does the store lack something of a recording in the folder? */
  async isBehind({ id, bytes, live, ...labels }: RecordingSummary): Promise<boolean> {
    const entry = this.#options.index.find(id);
    if (!entry || isDeleted(entry)) return true;
    if (this.#isLogBehind(entry, bytes, live)) return true;
    // Most recordings have no metadata, and their files need not be looked at.
    const hasLabels = labels.given !== null || labels.tags.length > 0 || labels.notes > 0;
    return (hasLabels || entry.metadata !== "") && this.isMetadataBehind(id);
  }

  /** Does the store have other metadata than the folder? */
  async isMetadataBehind(id: string): Promise<boolean> {
    const { index, recordings } = this.#options;
    const entry = index.find(id);
    if (!entry || isDeleted(entry)) return false;
    return hashMetadata(await recordings.metadataFiles.readText(id)) !== entry.metadata;
  }

  /** Returns whether nothing is left to do: of a live recording, more will come. */
  async sync(id: string): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#trySync(id);
      } catch (error) {
        const isConflict = error instanceof StoreError && error.kind === "conflict";
        if (!isConflict || attempt >= MAX_WRITES) throw error;
      }
    }
  }

  /** True if the store has everything of this recording, as it says now. */
  async confirm({ id, bytes }: RecordingSummary): Promise<boolean> {
    const { index, client } = this.#options;
    const entry = (await index.read(id))?.entry ?? null;
    if (entry === null || isDeleted(entry) || entry.summary.live) return false;
    if (entry.recordedBytes !== bytes || (await this.isMetadataBehind(id))) return false;
    for (const { key, blocks } of entry.segments) {
      if ((await client.head(key))?.size !== sumPackedBytes(blocks)) return false;
    }
    return true;
  }

  /** Appends what others have changed to the metadata here. */
  async pullMetadata(id: string, client: S3Client): Promise<void> {
    await this.#mergeMetadata(id, client, false);
  }

  async #trySync(id: string): Promise<boolean> {
    const { recordings, isLive, index, client, deletions } = this.#options;
    const found = await index.read(id);
    if ((await deletions.list()).includes(id)) {
      await this.#removeFromStore(id, found);
      return true;
    }
    const isHere = await recordings.has(id);
    const known = found?.entry ?? null;
    if (known !== null && isDeleted(known)) {
      const isEnded = isHere && !(await recordings.summary(id, isLive(id))).live;
      if (isEnded) await this.#options.removeHere(id);
      return true;
    }
    if (known === null && (!isHere || (await this.#options.isHidden(id)))) return true;
    const metadata = await this.#mergeMetadata(id, client, true);
    const recording = isHere ? await recordings.summary(id, isLive(id)) : null;
    const entry = await this.#createEntry(id, known, recording, metadata);
    if (entry === null) return false;
    if (entry !== known) {
      await index.write(entry, found?.etag ?? null);
      await this.#removeReplaced(known, entry);
    }
    return recording?.live !== true;
  }

  /** The entry as it is if nothing has changed; `null` if the log cannot be uploaded yet. */
  async #createEntry(
    id: string,
    before: StoreEntry | null,
    recording: RecordingSummary | null,
    metadata: string,
  ): Promise<StoreEntry | null> {
    const { settings, recordings } = this.#options;
    const isLogBehind =
      recording !== null &&
      (before === null || this.#isLogBehind(before, recording.bytes, recording.live));
    if (!isLogBehind && before?.metadata === metadata) return before;
    const uploaded = isLogBehind ? await this.#upload(recording, before) : null;
    const log = uploaded ?? before;
    if (log === null) return null;
    const { name, tags, notes } = await recordings.metadataFiles.read(id);
    return {
      version: STORE_VERSION,
      id,
      server: uploaded || before === null ? settings.server : before.server,
      summary: { ...log.summary, given: name, tags, notes: notes.length },
      recordedBytes: log.recordedBytes,
      segments: log.segments,
      isRedacted: log.isRedacted,
      metadata,
    };
  }

  /** A Loupe that stopped while it recorded leaves a live entry, which it ends when it is back. */
  #isLogBehind(
    { recordedBytes, server, summary }: Pick<ListedEntry, "recordedBytes" | "server" | "summary">,
    bytes: number,
    live: boolean,
  ): boolean {
    const hasEnded = summary.live && !live && server === this.#options.settings.server;
    return bytes > recordedBytes || hasEnded;
  }

  async #upload(recording: RecordingSummary, before: StoreEntry | null) {
    const { settings, recordings, searchIndex, client, folder } = this.#options;
    const { id } = recording;
    const isOwn = before?.server === settings.server && before.summary.live;
    const uploaded = await uploadLog({
      client,
      folder,
      redacts: settings.redacts,
      path: await recordings.getPath(id),
      recording,
      before: isOwn ? before : null,
    });
    if (uploaded?.analysis && !uploaded.isRedacted) {
      await searchIndex.add(id, uploaded.recordedBytes, uploaded.analysis).catch(() => undefined);
    }
    return uploaded;
  }

  /** Deletes objects that the entry no longer names. */
  async #removeReplaced(before: StoreEntry | null, { segments }: StoreEntry): Promise<void> {
    const named = new Set(segments.map(({ key }) => key));
    for (const { key } of before?.segments ?? []) {
      if (!named.has(key)) await this.#options.client.delete(key);
    }
  }

  /** Returns the hash of all changes. */
  async #mergeMetadata(id: string, client: S3Client, writes: boolean): Promise<string> {
    const { recordings, settings } = this.#options;
    const files = recordings.metadataFiles;
    const here = await files.readText(id);
    const object = await client.get(getMetadataKey(id), STORE_LIMITS.metadataBytes);
    const merged = mergeMetadata(here, object?.bytes.toString() ?? "", settings.server);
    const text = joinLines(merged.lines);
    if (merged.hasNewForStore && writes) {
      const options = { contentType: "application/x-ndjson", ifMatch: object?.etag ?? null };
      await client.put(getMetadataKey(id), Buffer.from(text), options);
    }
    if (merged.newHere.length > 0) await files.appendLines(id, joinLines(merged.newHere));
    this.conflicts.push(...merged.lost.map((change) => ({ recording: id, ...change })));
    this.conflicts.splice(0, this.conflicts.length - MAX_CONFLICTS);
    return hashMetadata(text);
  }

  async #removeFromStore(id: string, found: FoundEntry | null): Promise<void> {
    const { index, client, folder, deletions } = this.#options;
    if (found && !(found.entry && isDeleted(found.entry))) {
      const deletedAt = new Date().toISOString();
      await index.write({ version: STORE_VERSION, id, deletedAt }, found.etag);
      for (const { key } of await client.list(getRunPrefix(id))) await client.delete(key);
    }
    await rm(join(folder, "logs", `${id}.jsonl`), { force: true });
    await deletions.remove(id);
  }
}

function isDeleted(entry: object): entry is DeletedEntry {
  return "deletedAt" in entry;
}

const joinLines = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
