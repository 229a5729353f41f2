/**
 * The objects of one recording in the store, and the entry by which it is listed: `docs/log-format.md`
 * describes them.
 *
 * Guarantees: an entry is only read if it has every member that the library shows, within its limits,
 * and names only objects of its own recording: others may write to the bucket.
 */

import * as z from "zod";
import type { RecordingSummary } from "../../api/api-types.ts";
import type { IndexedFacts } from "../../api/library-search.ts";
import { MAX_CAVEATS, MAX_TAGS, NAME_LIMIT, TAG_LIMIT } from "../../api/recording-metadata.ts";
import { parseWith } from "../../api/schemas/parse-with.ts";
import { isObject, tryParseJson } from "../../protocol/json.ts";
import { isRecordingId } from "../ids.ts";
import type { LogBlock } from "./packed-log.ts";
import { isPlausibleBlock } from "./store-limits.ts";

export const STORE_VERSION = 1;
export const INDEX_PREFIX = "index/";

/** A part of the log, in one object. */
export interface LogSegment {
  readonly key: string;
  readonly blocks: readonly LogBlock[];
}

/** What the library lists of it. */
type StoredSummary = Omit<RecordingSummary, "id" | "bytes" | "place" | "server">;

export interface StoreEntry {
  readonly version: number;
  readonly id: string;
  /** The Loupe that uploaded the log. */
  readonly server: string;
  readonly summary: StoredSummary;
  /** The size of the recorder's file when it was uploaded. */
  readonly recordedBytes: number;
  /** In the order of the log. Redacted logs have other bytes than the recorder's. */
  readonly segments: readonly LogSegment[];
  readonly isRedacted: boolean;
  /** Identifies the metadata that the summary has. */
  readonly metadata: string;
}

/** What remains of a recording that was deleted, so that every Loupe deletes it. */
export interface DeletedEntry {
  readonly version: number;
  readonly id: string;
  readonly deletedAt: string;
}

export const getIndexKey = (id: string) => `${INDEX_PREFIX}${id.slice(0, 8)}/${id}.json`;
export const getRunPrefix = (id: string) => `runs/${id}/`;
export const getMetadataKey = (id: string) => `${getRunPrefix(id)}about.jsonl`;
export const getAnalysisKey = (id: string) => `${getRunPrefix(id)}analysis.json.gz`;

/** Names the offset, for people, and the content, so that an object never changes. */
export function getSegmentKey(id: string, from: number, sha256: string): string {
  return `${getRunPrefix(id)}${String(from).padStart(12, "0")}-${sha256.slice(0, 16)}.jsonl.gz`;
}

/** The id in the key of an index object. */
export function parseIndexKey(key: string): string | null {
  const id = /([^/]+)\.json$/.exec(key)?.[1] ?? "";
  return isRecordingId(id) && getIndexKey(id) === key ? id : null;
}

export const getLogBytes = ({ segments }: Pick<StoreEntry, "segments">) =>
  segments.reduce((sum, { blocks }) => sum + sumBytes(blocks), 0);

export const sumBytes = (blocks: readonly LogBlock[]) =>
  blocks.reduce((sum, { bytes }) => sum + bytes, 0);

export const sumPackedBytes = (blocks: readonly LogBlock[]) =>
  blocks.reduce((sum, { packedBytes }) => sum + packedBytes, 0);

export function formatEntry(entry: StoreEntry | DeletedEntry): Buffer {
  return Buffer.from(`${JSON.stringify("segments" in entry ? packEntry(entry) : entry)}\n`);
}

/** Blocks are written as three numbers, because long logs have many. */
function packEntry({ segments, ...rest }: StoreEntry): object {
  const packed = segments.map(({ key, blocks }) => ({
    key,
    blocks: blocks.map(({ bytes, packedBytes, lines }) => [bytes, packedBytes, lines]),
  }));
  return { ...rest, segments: packed };
}

const COUNT = z.int().min(0);
/** Texts of agents and users, as the library shows them. */
const TEXT = z.string().max(4000);
const NAME = z.string().max(NAME_LIMIT * 4);

/** More names than there are frameworks, or versions of A2A. */
const MAX_NAMES = 200;

const VERDICT = z.object({
  kind: NAME,
  clean: z.boolean(),
  because: TEXT,
  endedBy: NAME.nullable(),
  caveats: z.array(NAME).max(MAX_CAVEATS).exactOptional(),
});

const FACTS = z.object({
  agent: TEXT.nullable(),
  agentVersion: TEXT.nullable(),
  turns: COUNT,
  isOpen: z.boolean(),
  // Absent in the entries of earlier versions.
  durationMs: z.number().min(0).nullable().default(null),
  tokens: z.number().min(0).nullable().default(null),
  errors: COUNT.default(0),
  warnings: COUNT.default(0),
  firstError: TEXT.nullable().default(null),
  dialects: z.array(NAME).max(MAX_NAMES).default([]),
  versions: z.array(NAME).max(MAX_NAMES).default([]),
});

/** The facts in an entry or an analysis, also of an earlier version; `null` if they are none. */
export const parseFacts = (value: unknown): IndexedFacts | null =>
  FACTS.safeParse(value).data ?? null;

const SUMMARY: z.ZodType<StoredSummary> = z.object({
  name: TEXT,
  given: NAME.nullable(),
  tags: z.array(z.string().max(TAG_LIMIT * 4)).max(MAX_TAGS),
  notes: COUNT,
  verdict: VERDICT.nullable(),
  facts: FACTS.nullable(),
  firstMessage: TEXT.nullable(),
  at: NAME.nullable(),
  changedAt: NAME,
  live: z.boolean(),
});

const BLOCK = z
  .tuple([COUNT, COUNT, COUNT])
  .transform(([bytes, packedBytes, lines]): LogBlock => ({ bytes, packedBytes, lines }))
  .refine(isPlausibleBlock, "A block of its log is too large.");

const SEGMENT = z.object({ key: z.string().max(200), blocks: z.array(BLOCK) });

const ENTRY = z.object({
  version: z.literal(STORE_VERSION),
  id: z.string(),
  server: NAME,
  summary: SUMMARY,
  recordedBytes: COUNT,
  segments: z.array(SEGMENT),
  isRedacted: z.boolean().default(false),
  metadata: NAME,
});

const DELETED_ENTRY = z.object({
  version: z.literal(STORE_VERSION),
  id: z.string(),
  deletedAt: NAME,
});

/** Returns what is wrong with the text if it is no entry of that recording that can be read. */
export function parseEntry(text: string, id: string): StoreEntry | DeletedEntry | string {
  const value = tryParseJson(text);
  if (!isObject(value) || value.id !== id) return "This is no entry of this recording.";
  if (value.deletedAt !== undefined) return parseWith(DELETED_ENTRY, value);
  const entry = parseWith(ENTRY, value);
  if (typeof entry === "string") return entry;
  const foreign = entry.segments.find(({ key }) => !isSegmentKey(key, id));
  return foreign ? `${JSON.stringify(foreign.key)} is no object of this recording.` : entry;
}

/** Such an entry must not be overwritten. */
export function isNewerEntry(text: string): boolean {
  const value = tryParseJson(text);
  return isObject(value) && typeof value.version === "number" && value.version > STORE_VERSION;
}

function isSegmentKey(key: string, id: string): boolean {
  const prefix = getRunPrefix(id);
  return (
    key.startsWith(prefix) && /^\d{12,16}-[\da-f]{16}\.jsonl\.gz$/.test(key.slice(prefix.length))
  );
}
