/**
 * Reads a log file until its end or until stopped, and passes its records on in batches, waiting
 * for each before it reads on. Runs on the page or in a worker.
 */

import { LogOpener } from "../log/log-opener.ts";
import { type RecordBatch, RecordBatchWriter } from "../log/record-batch.ts";

export interface ReadProgress {
  readonly bytes: number;
  /** The file is a response body. */
  readonly isBody: boolean;
}

export interface LogConsumer {
  /** Resolves when it is ready for more. */
  take(batches: readonly RecordBatch[], read: ReadProgress): Promise<void>;
  /** Stops reading; what was read so far is kept. */
  readonly stopped: AbortSignal;
}

/** Browsers read files by the megabyte, which may be many megabytes when decompressed. */
const CHUNK_BYTES = 1 << 16;

export async function readLog(file: File, { take, stopped }: LogConsumer): Promise<void> {
  const writer = new RecordBatchWriter();
  const opener = new LogOpener({
    record: (record, at) => writer.add(record, at),
    skip: (skipped) => writer.skip(skipped),
  });
  const getProgress = (): ReadProgress => ({ bytes: opener.bytes, isBody: opener.isBody });
  const reader = file.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || stopped.aborted) break;
      for (let from = 0; from < value.length && !stopped.aborted; from += CHUNK_BYTES) {
        opener.push(value.subarray(from, from + CHUNK_BYTES));
        // Pass the first records on without waiting for a full batch.
        const batches = from === 0 ? writer.takeAll() : writer.takeFull();
        if (batches.length > 0) await take(batches, getProgress());
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  if (opener.bytes < file.size) {
    writer.skip({ at: opener.bytes, reason: "reading was stopped here", text: "" });
  }
  opener.end();
  await take(writer.takeAll(), getProgress());
}
