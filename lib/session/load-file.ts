/**
 * Filling a timeline from a file: in slices between which the page has its turn, the dialects'
 * reading along with it. A large log stays in its file, and only its places are held.
 */

import { createLintingIngest } from "../lint/linter.ts";
import { type RecordBatch, RecordBatchReader } from "../log/record-batch.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { SkippedInput } from "../wire/record.ts";
import { updateInterpretation } from "./interpretation-cache.ts";
import { createFileByteReader, LazyLogText } from "./lazy-log-text.ts";
import type { ReadProgress } from "./log-reader.ts";
import { readLogFile } from "./read-log-file.ts";
import { Throttle, TimeSlicer, waitForPaint } from "./scheduling.ts";

export { preloadLogWorker } from "./read-log-file.ts";

export interface LoadedRun {
  readonly timeline: Timeline;
  readonly skipped: SkippedInput[];
}

export interface LoadFileOptions {
  /** Nobody wants it any more. */
  readonly left: AbortSignal;
  /** What was read by then is all of it. */
  readonly stopped: AbortSignal;
  /** The page may not read a file twice: what it reads it holds. */
  readonly holds?: boolean;
}

/** Who is told while a file is read. */
export interface LoadObserver {
  /** Something of it is in the timeline: it is a log. */
  onStart(): void;
  /** So much of it was read. */
  onProgress(share: number): void;
  /** There is more to show. */
  onGrowth(): void;
}

/** To draw takes from the time to read: all of a run seldom, how far it got often. */
const GROWTH_INTERVAL_MS = 800;
const PROGRESS_INTERVAL_MS = 200;

/** So few records at a time that a slice is over soon after its time is. */
const SLICE_RECORDS = 32;

/** A small log is held, and one in a page that cannot read it again. */
const MAX_IN_MEMORY_BYTES = 1 << 22;
/** Of each body of a large one, in UTF-16 units. */
const MAX_HELD_UNITS = 1 << 16;

export async function loadFile(
  into: LoadedRun,
  file: File,
  { left, stopped, holds = false }: LoadFileOptions,
  onlooker: Partial<LoadObserver> = {},
): Promise<void> {
  const isHeld = holds || file.size <= MAX_IN_MEMORY_BYTES;
  const source = isHeld
    ? null
    : new LazyLogText(createFileByteReader(file), Number.POSITIVE_INFINITY);
  const ingest = createLintingIngest({ into, ...(source && { source }) });
  const push = ingest.push.bind(ingest);
  const goOn = ingest.pushToken.bind(ingest);
  const pace = new TimeSlicer();
  const progress = new Throttle<number>(PROGRESS_INTERVAL_MS, (share) =>
    onlooker.onProgress?.(share),
  );
  const growth = new Throttle<void>(GROWTH_INTERVAL_MS, () => onlooker.onGrowth?.());
  const stopTelling = () => {
    progress.stop();
    growth.stop();
  };
  let isFirst = true;
  const take = async (packs: readonly RecordBatch[], { bytes, isBody }: ReadProgress) => {
    for (const pack of packs) {
      const records = new RecordBatchReader(pack);
      while (records.take(SLICE_RECORDS, push, goOn)) {
        updateInterpretation(ingest.timeline);
        if (isFirst) onlooker.onStart?.();
        await pace.yieldToMain();
        if (left.aborted) return;
      }
      ingest.skipped.push(...pack.skipped);
    }
    growth.tell();
    progress.tell(bytes / file.size);
    if (!isFirst || packs.length === 0) return;
    isFirst = false;
    // The first rows come before all that follows them.
    await waitForPaint();
    source?.limitHeldUnits(MAX_HELD_UNITS, isBody);
  };
  left.addEventListener("abort", stopTelling);
  try {
    await readLogFile(file, { take, stopped }, left);
  } finally {
    stopTelling();
  }
  if (!left.aborted) ingest.finish();
}
