/**
 * Reads a log file from its first byte to its last, or to where it is stopped: records in packs,
 * each handed over before the next is read. The same in the page and in a thread of its own.
 */

import { LogOpener } from "../log/log-opener.ts";
import { type RecordBatch, RecordBatchWriter } from "../log/record-batch.ts";

export interface ReadProgress {
  readonly bytes: number;
  /** Is the file itself what was sent? */
  readonly isBody: boolean;
}

export interface LogConsumer {
  /** Resolves when more may come. */
  take(packs: readonly RecordBatch[], read: ReadProgress): Promise<void>;
  /** What was read by then is all of it. */
  readonly stopped: AbortSignal;
}

/** Browsers read files by the megabyte, which unpacked may be many. */
const CHUNK_BYTES = 1 << 16;

export async function readLog(file: File, { take, stopped }: LogConsumer): Promise<void> {
  const packer = new RecordBatchWriter();
  const opener = new LogOpener({
    record: (record, at, match) => packer.add(record, at, match),
    acceptToken: (token) => {
      packer.addToken(token);
      return true;
    },
    skip: (skipped) => packer.skip(skipped),
  });
  const soFar = (): ReadProgress => ({ bytes: opener.bytes, isBody: opener.isBody });
  const reader = file.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || stopped.aborted) break;
      for (let from = 0; from < value.length && !stopped.aborted; from += CHUNK_BYTES) {
        opener.push(value.subarray(from, from + CHUNK_BYTES));
        // The first rows need not wait until a pack is full.
        const packs = from === 0 ? packer.takeAll() : packer.takeFull();
        if (packs.length > 0) await take(packs, soFar());
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  if (opener.bytes < file.size) {
    packer.skip({ at: opener.bytes, reason: "reading was stopped here", text: "" });
  }
  opener.end();
  await take(packer.takeAll(), soFar());
}
