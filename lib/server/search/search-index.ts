/**
 * Searches the recordings of one library, and knows their facts.
 *
 * Guarantees: it follows from the recordings and is brought up to date by itself, in the background;
 * a recording that has grown is not listed with old facts; a recording that cannot be analyzed is
 * tried once.
 */

import { join } from "node:path";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import {
  MAX_LISTED_RECORDINGS,
  type RecordingSummary,
  type SearchResult,
} from "../../api/api-types.ts";
import type { LogAnalysis, MessagesState, SearchHit } from "../../api/library-search.ts";
import { PRODUCT } from "../../api/version.ts";
import {
  createFilterTest,
  getSearchText,
  parseRecordingQuery,
} from "../../report/recording-query.ts";
import { findMatchingLines } from "../../search/match-lines.ts";
import { createMessageStats } from "../../search/message-stats.ts";
import { foldCase, parseSearchTerms } from "../../text/search-terms.ts";
import type { IndexEntry } from "./index-entry.ts";
import { IndexFile } from "./index-file.ts";

/** Raised when the analysis changes. */
const ANALYSIS_VERSION = 5;
/** Which program and version an entry of the index is of. */
export const INDEXED_BY = `${PRODUCT} ${ANALYSIS_VERSION}`;
/** The lines of more hits are not looked up. */
const MAX_HITS_WITH_LINES = 300;

type OnProgress = (done: number, all: number) => void;
/** Analyzes the first `bytes` of a recording. */
type Analyze = (id: string, bytes: number) => Promise<LogAnalysis>;

/** A list as it is searched. */
interface PreparedList {
  readonly recordings: readonly RecordingSummary[];
  /** What is listed of each, folded. */
  readonly texts: readonly string[];
  /** Where each is, by its ID. */
  readonly positions: ReadonlyMap<string, number>;
}

interface PendingCount {
  readonly recordings: readonly RecordingSummary[];
  readonly version: number;
  readonly count: number;
}

export class SearchIndex {
  readonly #file: IndexFile;
  readonly #analyze: Analyze;
  /** What cannot be analyzed, with its size. */
  readonly #unreadable = new Set<string>();
  #update: Promise<void> | null = null;
  #prepared: PreparedList | null = null;
  #pending: PendingCount | null = null;

  constructor(dataFolder: string, analyze: Analyze) {
    this.#file = new IndexFile(join(dataFolder, "search.index"), INDEXED_BY);
    this.#analyze = analyze;
  }

  /** Adds an analysis that was made elsewhere. */
  add(id: string, bytes: number, analysis: LogAnalysis): Promise<void> {
    return this.#file.append(id, bytes, analysis);
  }

  /** Loads what earlier processes have analyzed. */
  load(): Promise<void> {
    return this.#file.sync();
  }

  /** The analysis of a recording's current bytes, if there is one. */
  find({ id, bytes }: Pick<RecordingSummary, "id" | "bytes">): IndexEntry | null {
    const entry = this.#file.entries.get(id);
    return entry?.bytes === bytes ? entry : null;
  }

  /** Analyzes what is missing, and drops what is gone. `recordings`: all of the library. */
  update(recordings: readonly RecordingSummary[], onProgress?: OnProgress): Promise<void> {
    this.#update ??= this.#updateAll(recordings, onProgress).finally(() => {
      this.#update = null;
    });
    return this.#update;
  }

  drop(id: string): Promise<void> {
    return this.#file.drop([id]);
  }

  async search(recordings: readonly RecordingSummary[], query: string): Promise<SearchResult> {
    const { filters, words } = parseRecordingQuery(query);
    const terms = parseSearchTerms(words);
    await this.load();
    const isWanted = recordings.map(createFilterTest({ filters }, Date.now()));
    const isHit = await this.#findHits(this.#prepareList(recordings), isWanted, terms);
    const hits: string[] = [];
    const unlisted: RecordingSummary[] = [];
    for (const [index, recording] of recordings.entries()) {
      if (hits.length === MAX_LISTED_RECORDINGS) break;
      if (!isHit[index]) continue;
      hits.push(recording.id);
      if (index >= MAX_LISTED_RECORDINGS) unlisted.push(recording);
    }
    const shown = terms.length === 0 ? [] : hits.slice(0, MAX_HITS_WITH_LINES);
    const lines = await this.#findLines(shown, terms);
    return {
      hits: hits.map((id): SearchHit => ({ id, lines: lines.get(id) ?? [] })),
      unlisted,
      pending: this.countPending(recordings),
    };
  }

  /** Of the recordings that pass the filters of a query; its words are not searched. */
  async getMessages(
    recordings: readonly RecordingSummary[],
    query: string,
  ): Promise<MessagesState> {
    await this.load();
    const wanted = recordings.filter(createFilterTest(parseRecordingQuery(query), Date.now()));
    const measured = wanted.flatMap((recording) => {
      const entry = this.find(recording);
      const { facts, turns } = entry ?? { facts: null, turns: [] };
      return facts ? [{ recording: { ...recording, facts }, turns }] : [];
    });
    return { messages: createMessageStats(measured), pending: this.countPending(recordings) };
  }

  /** Recordings that have ended and are not analyzed yet. */
  countPending(recordings: readonly RecordingSummary[]): number {
    const version = this.#file.revision + this.#unreadable.size;
    if (this.#pending?.recordings !== recordings || this.#pending.version !== version) {
      const count = recordings.filter((one) => this.#isPending(one)).length;
      this.#pending = { recordings, version, count };
    }
    return this.#pending.count;
  }

  #isPending(recording: RecordingSummary): boolean {
    if (recording.live || this.find(recording) !== null) return false;
    return !this.#unreadable.has(formatVersion(recording));
  }

  /** Pages search one list again and again. */
  #prepareList(recordings: readonly RecordingSummary[]): PreparedList {
    if (this.#prepared?.recordings !== recordings) {
      this.#prepared = {
        recordings,
        texts: recordings.map((one) => foldCase(getSearchText(one))),
        positions: new Map(recordings.map(({ id }, index) => [id, index])),
      };
    }
    return this.#prepared;
  }

  /** Whether each wanted recording has every term, in what is listed of it or in its text. */
  async #findHits(
    { texts, positions }: PreparedList,
    isWanted: readonly boolean[],
    terms: readonly string[],
  ) {
    const isHit = texts.map(
      (text, index) => isWanted[index] === true && terms.every((term) => text.includes(term)),
    );
    const getPosition = (id: string) => positions.get(id) ?? -1;
    await this.#file.scan(
      ({ id }) => isWanted[getPosition(id)] === true && isHit[getPosition(id)] === false,
      ({ id }, text) => {
        const position = getPosition(id);
        const [listed, folded] = [texts[position] ?? "", foldCase(text)];
        isHit[position] = terms.every((term) => folded.includes(term) || listed.includes(term));
      },
    );
    return isHit;
  }

  async #findLines(
    ids: readonly string[],
    terms: readonly string[],
  ): Promise<ReadonlyMap<string, SearchHit["lines"]>> {
    const found = await this.#file.readLines(ids);
    return new Map(
      found.map(({ id, text, places }) => [id, findMatchingLines(text, places, terms)]),
    );
  }

  async #updateAll(
    recordings: readonly RecordingSummary[],
    onProgress?: OnProgress,
  ): Promise<void> {
    await this.load();
    const listed = new Set(recordings.map(({ id }) => id));
    await this.#file.drop([...this.#file.entries.keys()].filter((id) => !listed.has(id)));
    const missing = recordings.filter((one) => this.#isPending(one));
    for (const [index, { id, bytes }] of missing.entries()) {
      onProgress?.(index, missing.length);
      const analysis = await this.#analyze(id, bytes).catch(() => null);
      if (analysis) await this.#file.append(id, bytes, analysis);
      else this.#unreadable.add(formatVersion({ id, bytes }));
      await yieldToOthers();
    }
  }
}

const formatVersion = ({ id, bytes }: Pick<RecordingSummary, "id" | "bytes">) => `${id} ${bytes}`;
