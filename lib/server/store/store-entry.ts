/**
 * The objects of one recording in the store, and the entry by which it is listed: `docs/log-format.md`
 * describes them.
 *
 * Guarantees: an entry is only read if it has every member that the library shows, and names only
 * objects of its own recording: others may write to the bucket.
 */

import type { RecordingSummary } from "../../api/api-types.ts";
import { isObject } from "../../protocol/json.ts";
import { isRecordingId } from "../ids.ts";
import type { LogBlock } from "./packed-log.ts";

export const STORE_VERSION = 1;
export const INDEX_PREFIX = "index/";

/** A part of the log, in one object. */
export interface LogSegment {
  readonly key: string;
  readonly blocks: readonly LogBlock[];
}

/** What the library lists of it. */
export type StoredSummary = Omit<RecordingSummary, "id" | "bytes" | "place" | "server">;

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

/** `null` if this is no entry of that recording that this version can read. */
export function parseEntry(text: string, id: string): StoreEntry | DeletedEntry | null {
  const value = parseJson(text);
  if (!isObject(value) || value.id !== id || value.version !== STORE_VERSION) return null;
  const { deletedAt, server, summary, recordedBytes, segments, isRedacted, metadata } = value;
  if (typeof deletedAt === "string") return { version: STORE_VERSION, id, deletedAt };
  const isComplete =
    typeof server === "string" && typeof metadata === "string" && isCount(recordedBytes);
  if (!isComplete || !isSummary(summary) || !Array.isArray(segments)) return null;
  const parsed = segments.map((segment: unknown) => parseSegment(segment, id));
  if (!parsed.every((segment) => segment !== null)) return null;
  return {
    version: STORE_VERSION,
    id,
    server,
    summary,
    recordedBytes,
    segments: parsed,
    isRedacted: isRedacted === true,
    metadata,
  };
}

/** Such an entry must not be overwritten. */
export function isNewerEntry(text: string): boolean {
  const value = parseJson(text);
  return isObject(value) && typeof value.version === "number" && value.version > STORE_VERSION;
}

function parseSegment(value: unknown, id: string): LogSegment | null {
  if (!isObject(value) || typeof value.key !== "string" || !Array.isArray(value.blocks))
    return null;
  const [, rest] = value.key.split(getRunPrefix(id));
  if (!value.key.startsWith(getRunPrefix(id)) || !/^[\w.-]+$/.test(rest ?? "")) return null;
  const blocks = value.blocks.map(parseBlock);
  return blocks.every((block) => block !== null) ? { key: value.key, blocks } : null;
}

function parseBlock(value: unknown): LogBlock | null {
  if (!Array.isArray(value)) return null;
  const [bytes, packedBytes, lines]: readonly unknown[] = value;
  if (!isCount(bytes) || !isCount(packedBytes) || !isCount(lines)) return null;
  return { bytes, packedBytes, lines };
}

function isSummary(value: unknown): value is StoredSummary {
  if (!isObject(value)) return false;
  const { name, given, tags, notes, verdict, facts, said, at, changedAt, live } = value;
  const isText = (one: unknown) => one === null || typeof one === "string";
  return (
    typeof name === "string" &&
    [given, said, at].every(isText) &&
    Array.isArray(tags) &&
    tags.every((tag) => typeof tag === "string") &&
    isCount(notes) &&
    (verdict === null || isVerdict(verdict)) &&
    (facts === null || isFacts(facts)) &&
    typeof changedAt === "string" &&
    typeof live === "boolean"
  );
}

function isVerdict(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { kind, clean, because, endedBy } = value;
  const isTold = typeof kind === "string" && typeof because === "string";
  return isTold && typeof clean === "boolean" && (endedBy === null || typeof endedBy === "string");
}

function isFacts(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { agent, agentVersion, turns, isOpen } = value;
  const isText = (one: unknown) => one === null || typeof one === "string";
  return isText(agent) && isText(agentVersion) && isCount(turns) && typeof isOpen === "boolean";
}

const isCount = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
