/**
 * Uploads the log of one recording, and what its analysis finds.
 *
 * Guarantees: the store has confirmed every object before an entry names it; what it already has of a
 * live log is not uploaded again; a live log is not uploaded where logs are redacted, because a secret
 * may only show itself later.
 */

import { createReadStream } from "node:fs";
import { mkdir, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { RecordingSummary } from "../../api/api-types.ts";
import type { LogAnalysis } from "../../api/library-search.ts";
import { LogRedactor } from "../../operations/log-redactor.ts";
import { ApiError } from "../http/api-error.ts";
import { readFirstMessageText } from "../recording/first-message.ts";
import { findEndOfLines, readLogStart } from "../recording/log-file.ts";
import { analyzeLog } from "../search/analyze-log.ts";
import { packLog } from "./packed-log.ts";
import { type S3Client, StoreError } from "./s3-client.ts";
import {
  getAnalysisKey,
  getLogBytes,
  getSegmentKey,
  type LogSegment,
  type StoreEntry,
} from "./store-entry.ts";

interface LogUpload {
  readonly client: S3Client;
  /** A folder for files in between. */
  readonly folder: string;
  readonly redacts: boolean;
  readonly path: string;
  /** As the library lists it. */
  readonly recording: RecordingSummary;
  /** What the store has. */
  readonly before: StoreEntry | null;
}

interface UploadedLog
  extends Pick<StoreEntry, "segments" | "recordedBytes" | "isRedacted" | "summary"> {
  /** `null` while it is recorded. */
  readonly analysis: LogAnalysis | null;
}

/** A live log with more segments is packed again. */
const MAX_SEGMENTS = 200;
const compress = promisify(gzip);

/** `null` if it cannot be uploaded before it has ended. */
export async function uploadLog(upload: LogUpload): Promise<UploadedLog | null> {
  const { recording, redacts, folder } = upload;
  const { id, live } = recording;
  if (live && redacts) return null;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const redacted = join(folder, `${id}.redacted`);
  const packed = join(folder, `${id}.gz`);
  try {
    const recordedBytes = (await stat(upload.path)).size;
    const path = redacts ? await redact(upload.path, redacted, recordedBytes) : upload.path;
    const segments = await uploadSegments(upload, path, packed);
    const analysis = live ? null : await analyzeLog(path, getLogBytes({ segments }));
    if (analysis) await uploadAnalysis(upload.client, id, analysis);
    const summary = await summarize(recording, path, analysis, redacts);
    return { segments, recordedBytes, isRedacted: redacts, summary, analysis };
  } finally {
    await rm(redacted, { force: true });
    await rm(packed, { force: true });
  }
}

async function redact(path: string, target: string, size: number): Promise<string> {
  if (size > MAX_REDACTED_BYTES) {
    throw new ApiError("failed", "A recording is too large to be redacted, so it is not uploaded.");
  }
  await redactLog(path, target);
  return target;
}

async function uploadSegments(
  { client, recording: { id, live }, before }: LogUpload,
  path: string,
  target: string,
): Promise<readonly LogSegment[]> {
  const known = before?.segments ?? [];
  const kept = live && known.length < MAX_SEGMENTS ? known : [];
  const from = getLogBytes({ segments: kept });
  const to = await findEndOfLines(path);
  if (from >= to) return kept;
  const packed = await packLog(path, { from, to }, target);
  const key = getSegmentKey(id, from, packed.sha256);
  await client.put(key, packed, { contentType: "application/gzip" });
  const stored = await client.head(key);
  if (stored?.size !== packed.size) {
    throw new StoreError("unavailable", "The store does not have what it said it stored.");
  }
  return [...kept, { key, blocks: packed.blocks }];
}

async function uploadAnalysis(client: S3Client, id: string, analysis: LogAnalysis): Promise<void> {
  const bytes = await compress(JSON.stringify(analysis));
  await client.put(getAnalysisKey(id), bytes, { contentType: "application/gzip" });
}

/** Of a redacted log, everything that comes from the agent or its address is read from the copy. */
async function summarize(
  { given, tags, notes, verdict, changedAt, live }: RecordingSummary,
  path: string,
  analysis: LogAnalysis | null,
  redacts: boolean,
): Promise<StoreEntry["summary"]> {
  const [{ header }, firstMessage] = await Promise.all([
    readLogStart(path),
    readFirstMessageText(path),
  ]);
  const found = analysis?.verdict ?? null;
  return {
    name: header?.name ?? "",
    given,
    tags,
    notes,
    verdict: redacts ? found : (verdict ?? found),
    facts: analysis?.facts ?? null,
    firstMessage,
    at: header?.at ?? null,
    changedAt,
    live,
  };
}

/** Redaction holds all records of a log. */
const MAX_REDACTED_BYTES = 256e6;

/** Writes a redacted copy of a log, for the store. */
async function redactLog(path: string, target: string): Promise<void> {
  const redactor = new LogRedactor();
  for await (const chunk of createReadStream(path)) {
    redactor.push(chunk);
    await yieldToOthers();
  }
  const file = await open(target, "w", 0o600);
  try {
    for (const text of redactor.finish()) {
      if (text === null) await yieldToOthers();
      else await file.appendFile(text);
    }
  } finally {
    await file.close();
  }
}
