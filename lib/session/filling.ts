/**
 * Filling a timeline from a file: in slices between which the page has its turn, the dialects'
 * reading along with it. A large log stays in its file, and only its places are held.
 */

import { createLintingIngest } from "../lint/linter.ts";
import { type RecordBatch, RecordBatchReader } from "../log/record-batch.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { SkippedInput } from "../wire/record.ts";
import type { ReadSoFar } from "./log-reader.ts";
import { LogTexts, readsOf } from "./log-texts.ts";
import { readFile } from "./log-thread.ts";
import { nextDraw, Pace, Seldom } from "./pace.ts";
import { catchUp } from "./reading.ts";

export { expectLog } from "./log-thread.ts";

export interface Filled {
  readonly timeline: Timeline;
  readonly skipped: SkippedInput[];
}

export interface FillOptions {
  /** Nobody wants it any more. */
  readonly left: AbortSignal;
  /** What was read by then is all of it. */
  readonly stopped: AbortSignal;
  /** The page may not read a file twice: what it reads it holds. */
  readonly holds?: boolean;
}

/** Who is told while a file is read. */
export interface Onlooker {
  /** Something of it is in the timeline: it is a log. */
  began(): void;
  /** So much of it was read. */
  read(share: number): void;
  /** There is more to show. */
  grew(): void;
}

/** To draw takes from the time to read: all of a run seldom, how far it got often. */
const GROWTH_MS = 800;
const PROGRESS_MS = 200;

/** So few records at a time that a slice is over soon after its time is. */
const RECORDS_AT_ONCE = 32;

/** A small log is held, and one in a page that cannot read it again. */
const SMALL_BYTES = 1 << 22;
/** Of each body of a large one, in UTF-16 units. */
const HELD_UNITS = 1 << 16;

export async function fill(
  into: Filled,
  file: File,
  { left, stopped, holds = false }: FillOptions,
  onlooker: Partial<Onlooker> = {},
): Promise<void> {
  const isHeld = holds || file.size <= SMALL_BYTES;
  const source = isHeld ? null : new LogTexts(readsOf(file), Number.POSITIVE_INFINITY);
  const ingest = createLintingIngest({ into, ...(source && { source }) });
  const push = ingest.push.bind(ingest);
  const goOn = ingest.pushToken.bind(ingest);
  const pace = new Pace();
  const progress = new Seldom<number>(PROGRESS_MS, (share) => onlooker.read?.(share));
  const growth = new Seldom<void>(GROWTH_MS, () => onlooker.grew?.());
  const stopTelling = () => {
    progress.stop();
    growth.stop();
  };
  let isFirst = true;
  const take = async (packs: readonly RecordBatch[], { bytes, isBody }: ReadSoFar) => {
    for (const pack of packs) {
      const records = new RecordBatchReader(pack);
      while (records.take(RECORDS_AT_ONCE, push, goOn)) {
        catchUp(ingest.timeline);
        if (isFirst) onlooker.began?.();
        await pace.breathe();
        if (left.aborted) return;
      }
      ingest.skipped.push(...pack.skipped);
    }
    growth.tell();
    progress.tell(bytes / file.size);
    if (!isFirst || packs.length === 0) return;
    isFirst = false;
    // The first rows come before all that follows them.
    await nextDraw();
    source?.holdOnly(HELD_UNITS, isBody);
  };
  left.addEventListener("abort", stopTelling);
  try {
    await readFile(file, { take, stopped }, left);
  } finally {
    stopTelling();
  }
  if (!left.aborted) ingest.finish();
}
