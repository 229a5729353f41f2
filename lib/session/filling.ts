/**
 * Filling a timeline from a file: in slices between which the page has its turn, the dialects'
 * reading along with it. A large log stays in its file, and only its places are held.
 */

import { lintingIngest } from "../lint/linter.ts";
import { type Packed, unpacked } from "../log/pack.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { TextSource } from "../wire/body.ts";
import type { SkippedInput } from "../wire/record.ts";
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

/** To draw takes from the time to read: seldom enough for the reading to go on. */
const PROGRESS_MS = 400;

/** So few records at a time that a slice is over soon after its time is. */
const RECORDS_AT_ONCE = 32;

/** A small log is held, and one in a page that cannot read it again. */
const SMALL_BYTES = 1 << 22;
/** Of each body of a large one, in UTF-16 units. */
const HELD_UNITS = 1 << 16;

/** Where the texts of a large log can be read again; `null` where they are held. */
function textsOf(file: File): TextSource | null {
  if (file.size <= SMALL_BYTES) return null;
  const read = readsOf(file);
  // A page that may not read its files at once must hold what it reads.
  return read(0, 1)?.length === 1 ? new LogTexts(read, HELD_UNITS) : null;
}

export async function fill(
  into: Filled,
  file: File,
  { left, stopped, holds = false }: FillOptions,
  onProgress: (share: number) => void,
): Promise<void> {
  const source = holds ? null : textsOf(file);
  const ingest = lintingIngest({ into, ...(source && { source }) });
  const pace = new Pace();
  const progress = new Seldom(PROGRESS_MS, onProgress);
  let isFirst = true;
  const take = async (packs: readonly Packed[], bytesRead: number) => {
    for (const pack of packs) {
      let count = 0;
      for (const { record, at, alike } of unpacked(pack)) {
        ingest.push(record, at, alike);
        if (++count % RECORDS_AT_ONCE !== 0) continue;
        catchUp(ingest.timeline);
        await pace.breathe();
        if (left.aborted) return;
      }
      ingest.skipped.push(...pack.skipped);
    }
    progress.tell(bytesRead / file.size);
    // The first rows come before all that follows them.
    if (isFirst && packs.length > 0) await nextDraw();
    isFirst &&= packs.length === 0;
  };
  left.addEventListener("abort", () => progress.stop());
  try {
    await readFile(file, { take, stopped }, left);
  } finally {
    progress.stop();
  }
  if (!left.aborted) ingest.finish();
}
