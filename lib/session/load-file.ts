/**
 * Loads a file into a timeline and updates its interpretation, in slices between which the page can
 * respond. The text of a large log stays in its file; only offsets are held.
 */

import { createLinter } from "../lint/linter.ts";
import { type RecordBatch, RecordBatchReader } from "../log/record-batch.ts";
import { Ingest } from "../timeline/ingest.ts";
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
  /** Cancels loading. */
  readonly signal: AbortSignal;
  /** Stops reading and keeps what was read so far. */
  readonly stopped: AbortSignal;
}

/** Callbacks while a file is read. */
export interface LoadObserver {
  /** The first records are in the timeline, so the file is a log. */
  onStart(): void;
  /** `share`: how much of the file was read, from 0 to 1. */
  onProgress(share: number): void;
  /** The timeline has grown. */
  onGrowth(): void;
}

/** Rendering slows reading down: the run is drawn rarely, the progress more often. */
const GROWTH_INTERVAL_MS = 800;
const PROGRESS_INTERVAL_MS = 200;

/** Small steps, so that a slice ends soon after its time is up. */
const SLICE_RECORDS = 32;

/** Logs up to this size are held in memory. */
const MAX_IN_MEMORY_BYTES = 1 << 22;
/** How much of each body of a larger log is held, in UTF-16 units. */
const MAX_HELD_UNITS = 1 << 16;

export async function loadFile(
  into: LoadedRun,
  file: File,
  { signal, stopped }: LoadFileOptions,
  observer: Partial<LoadObserver> = {},
): Promise<void> {
  const isHeld = file.size <= MAX_IN_MEMORY_BYTES;
  const source = isHeld
    ? null
    : new LazyLogText(createFileByteReader(file), Number.POSITIVE_INFINITY);
  const ingest = new Ingest({ observer: createLinter(), into, ...(source && { source }) });
  const push = ingest.push.bind(ingest);
  const pace = new TimeSlicer();
  const progress = new Throttle<number>(PROGRESS_INTERVAL_MS, (share) =>
    observer.onProgress?.(share),
  );
  const growth = new Throttle<void>(GROWTH_INTERVAL_MS, () => observer.onGrowth?.());
  const stopReporting = () => {
    progress.stop();
    growth.stop();
  };
  let isFirst = true;
  const take = async (batches: readonly RecordBatch[], { bytes, isBody }: ReadProgress) => {
    for (const batch of batches) {
      const records = new RecordBatchReader(batch);
      while (records.take(SLICE_RECORDS, push)) {
        updateInterpretation(ingest.timeline);
        if (isFirst) observer.onStart?.();
        await pace.yieldToMain();
        if (signal.aborted) return;
      }
      ingest.skipped.push(...batch.skipped);
    }
    growth.push();
    progress.push(bytes / file.size);
    if (!isFirst || batches.length === 0) return;
    isFirst = false;
    // Show the first rows before reading on.
    await waitForPaint();
    await source?.limitHeldUnits(MAX_HELD_UNITS, isBody);
  };
  signal.addEventListener("abort", stopReporting);
  try {
    await readLogFile(file, { take, stopped }, signal);
  } finally {
    stopReporting();
  }
  if (!signal.aborted) ingest.finish();
}
