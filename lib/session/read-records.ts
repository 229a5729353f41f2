/** Reads the records of a log in slices, between which the page can respond. */

import { LogOpener } from "../log/log-opener.ts";
import type { WireRecord } from "../wire/record.ts";
import { TimeSlicer } from "./scheduling.ts";

/** Called with the completed share of the work, from 0 to 1. */
export type ReportProgress = (share: number) => void;

/** Browsers read files by the megabyte, which may be many megabytes when decompressed. */
const CHUNK_BYTES = 1 << 16;

export async function* readRecords(
  file: File,
  onProgress: ReportProgress,
  signal: AbortSignal,
): AsyncGenerator<readonly WireRecord[]> {
  let ready: WireRecord[] = [];
  const opener = new LogOpener({ record: (record) => ready.push(record), skip: () => undefined });
  const takeReady = () => {
    const batch = ready;
    ready = [];
    return batch;
  };
  const pace = new TimeSlicer();
  const reader = file.stream().getReader();
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      if (done) break;
      for (let from = 0; from < value.length; from += CHUNK_BYTES) {
        opener.push(value.subarray(from, from + CHUNK_BYTES));
        yield takeReady();
        await pace.yieldToMain();
        signal.throwIfAborted();
      }
      onProgress(Math.min(1, opener.bytes / file.size));
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  opener.end();
  yield takeReady();
}
