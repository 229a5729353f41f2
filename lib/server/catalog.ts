/**
 * Lists and searches the recordings of one library: those of its folder and of its store, with what
 * their analysis found.
 *
 * Guarantees: a page never waits for a large library to be listed, except for its first list.
 */

import {
  type LibraryState,
  MAX_LISTED_RECORDINGS,
  type RecordingSummary,
  type SearchResult,
} from "../api/api-types.ts";
import type { MessagesState } from "../api/library-search.ts";
import type { LimitStore } from "./recording/limit-store.ts";
import type { RecordingStore } from "./recording/recording-store.ts";
import type { SearchIndex } from "./search/search-index.ts";
import type { SharedStore } from "./store/shared-store.ts";
import { mergeStoredRecordings } from "./store/stored-recordings.ts";

/** How old a list may be that is searched. */
const MAX_LIST_AGE_MS = 6000;
const NOT_LISTED = { at: Number.NEGATIVE_INFINITY, recordings: [] } as const;

interface CatalogOptions {
  readonly limits: LimitStore;
  readonly store: RecordingStore;
  readonly searchIndex: SearchIndex;
  /** `null` if there is none. */
  readonly sharedStore: SharedStore | null;
  isLive(id: string): boolean;
  /** It is not listed yet. */
  isHidden(id: string): boolean;
}

export class Catalog {
  readonly #options: CatalogOptions;
  #listing: Promise<unknown> | null = null;
  #lastList: { readonly at: number; readonly recordings: readonly RecordingSummary[] } = NOT_LISTED;

  constructor(options: CatalogOptions) {
    this.#options = options;
  }

  /** A recording was added, changed or deleted. */
  forgetList(): void {
    this.#lastList = NOT_LISTED;
  }

  async list(): Promise<RecordingSummary[]> {
    const { store, sharedStore, searchIndex, isLive, isHidden } = this.#options;
    const [own, stored] = await Promise.all([
      store.list(isLive),
      sharedStore?.list() ?? [],
      searchIndex.load(),
    ]);
    const listed = mergeStoredRecordings(own, stored)
      .filter(({ id }) => !isHidden(id))
      .map((one) => this.addFacts(one));
    this.#lastList = { at: performance.now(), recordings: listed };
    return listed;
  }

  addFacts(recording: RecordingSummary): RecordingSummary {
    const analysis = this.#options.searchIndex.find(recording);
    if (analysis === null || recording.live) return recording;
    const { facts, verdict } = analysis;
    return { ...recording, facts, verdict: recording.verdict ?? verdict };
  }

  /** Recordings that contain every word of the query. Those that are not analyzed yet come later. */
  async search(query: string): Promise<SearchResult> {
    return this.#options.searchIndex.search(await this.#listForSearch(), query);
  }

  /** The messages that were sent more than once. */
  async getMessages(query: string): Promise<MessagesState> {
    return this.#options.searchIndex.getMessages(await this.#listForSearch(), query);
  }

  /** Analyzes what is not analyzed yet, so that everything is found. */
  async analyzeAll(onProgress: (done: number, all: number) => void): Promise<void> {
    await this.#options.searchIndex.update(await this.list(), onProgress);
  }

  async getState(): Promise<LibraryState> {
    const { limits, store, searchIndex, sharedStore } = this.#options;
    const [recordings, { libraryBytes }] = await Promise.all([
      this.#listForPage(),
      limits.getValues(),
    ]);
    const { usedBytes } = store;
    if (usedBytes >= libraryBytes) store.resetSpaceCheck();
    this.#updateSearchIndex(recordings);
    return {
      recordings: recordings.slice(0, MAX_LISTED_RECORDINGS),
      total: recordings.length,
      pending: searchIndex.countPending(recordings),
      usedBytes,
      limitBytes: libraryBytes,
      store: sharedStore?.getState() ?? null,
    };
  }

  /** Of a very large library, the last list, while the next is made. */
  async #listForPage(): Promise<readonly RecordingSummary[]> {
    const { recordings } = this.#lastList;
    if (recordings.length <= MAX_LISTED_RECORDINGS) return this.list();
    this.#listing ??= this.list()
      .catch(() => undefined)
      .finally(() => {
        this.#listing = null;
      });
    return recordings;
  }

  /** Pages list the library all the time, so a search need not look at every file again. */
  async #listForSearch(): Promise<readonly RecordingSummary[]> {
    const { at, recordings } = this.#lastList;
    if (performance.now() - at < MAX_LIST_AGE_MS) return recordings;
    const fresh = await this.list();
    this.#updateSearchIndex(fresh);
    return fresh;
  }

  /** In the background. If it fails, for example on a full disk, the next request tries again. */
  #updateSearchIndex(recordings: readonly RecordingSummary[]): void {
    this.#options.searchIndex.update(recordings).catch(() => undefined);
  }
}
