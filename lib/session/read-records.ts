/** The records of a log as they are read, some at a time: whoever waits meanwhile gets a turn. */

import { LogOpener } from "../log/log-opener.ts";
import type { WireRecord } from "../wire/record.ts";
import { TimeSlicer } from "./scheduling.ts";

/** Hears how much of the work is done, from 0 to 1. */
export type ReportProgress = (share: number) => void;

/** Browsers read files by the megabyte, which unpacked may be many. */
const CHUNK_BYTES = 1 << 16;

export async function* readRecords(
  file: File,
  tell: ReportProgress,
  left: AbortSignal,
): AsyncGenerator<readonly WireRecord[]> {
  let ready: WireRecord[] = [];
  const opener = new LogOpener({ record: (record) => ready.push(record), skip: () => undefined });
  const taken = () => {
    const some = ready;
    ready = [];
    return some;
  };
  const pace = new TimeSlicer();
  const reader = file.stream().getReader();
  try {
    for (;;) {
      left.throwIfAborted();
      const { done, value } = await reader.read();
      if (done) break;
      for (let from = 0; from < value.length; from += CHUNK_BYTES) {
        opener.push(value.subarray(from, from + CHUNK_BYTES));
        yield taken();
        await pace.yieldToMain();
        left.throwIfAborted();
      }
      tell(Math.min(1, opener.bytes / file.size));
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  opener.end();
  yield taken();
}
