/**
 * Summarizes a recording from its files.
 *
 * Guarantees: reads only the start of the log, and that only once; the verdict is of exactly the
 * bytes that the log has now.
 */

import { stat } from "node:fs/promises";
import type { RecordingSummary } from "../../api/api-types.ts";
import { EMPTY_METADATA, type RecordingMetadata } from "../../api/recording-metadata.ts";
import { PRODUCT } from "../../api/version.ts";
import { readFirstMessageText } from "./first-message.ts";
import { readLogStart } from "./log-file.ts";

/** A recording as its files were when they were last read. */
export interface KnownRecording {
  readonly summary: RecordingSummary;
  /** Identifies the file of the log. */
  readonly file: number;
  readonly hasMetadata: boolean;
  /** It has only a failed card lookup, and nothing that a user gave it. */
  readonly isFailedLookup: boolean;
}

interface RecordingFiles {
  readonly id: string;
  /** The path of its log. */
  readonly path: string;
  readonly live: boolean;
  /** `null` if there is none. */
  readonly metadata: RecordingMetadata | null;
  /** As it was known before. */
  readonly before: KnownRecording | undefined;
}

export async function readRecording(files: RecordingFiles): Promise<KnownRecording> {
  const { id, path, live, before } = files;
  const { ino, mtime, size } = await stat(path);
  const metadata = files.metadata ?? EMPTY_METADATA;
  const start = getKnownStart(before, ino, size) ?? (await readStart(path));
  const summary = {
    id,
    name: start.name ?? id,
    given: metadata.name,
    facts: null,
    firstMessage: start.firstMessage,
    tags: metadata.tags,
    ...(metadata.grade !== null && { grade: metadata.grade }),
    notes: metadata.notes.length,
    verdict: live ? null : getCurrentVerdict(metadata, size),
    at: start.at,
    changedAt: mtime.toISOString(),
    bytes: size,
    live,
  };
  return {
    summary,
    file: ino,
    hasMetadata: files.metadata !== null,
    isFailedLookup: metadata.failedLookUp && !isOfUse(summary),
  };
}

/** A failed lookup with a name, tag, note or message counts as a normal recording. */
function isOfUse({ given, tags, notes, firstMessage }: RecordingSummary): boolean {
  return given !== null || tags.length > 0 || notes > 0 || firstMessage !== null;
}

type LogStart = Pick<RecordingSummary, "at" | "firstMessage"> & { readonly name: string | null };

/** The start of a log does not change, except that a missing first message may come later. */
function getKnownStart(
  before: KnownRecording | undefined,
  file: number,
  size: number,
): LogStart | null {
  if (before?.file !== file) return null;
  const { summary } = before;
  const isSame = summary.firstMessage === null ? summary.bytes === size : summary.bytes <= size;
  return isSame ? summary : null;
}

async function readStart(path: string): Promise<LogStart> {
  const [{ header }, firstMessage] = await Promise.all([
    readLogStart(path),
    readFirstMessageText(path),
  ]);
  return { name: header?.name ?? null, at: header?.at ?? null, firstMessage };
}

/** `null` if no verdict was found for the current bytes by this version of Loupe. */
function getCurrentVerdict(
  { verdict }: RecordingMetadata,
  size: number,
): RecordingSummary["verdict"] {
  if (verdict === null) return null;
  const { bytes, by, ...summary } = verdict;
  return bytes === size && by === PRODUCT ? summary : null;
}
