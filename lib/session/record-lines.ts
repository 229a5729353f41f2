/** Converts a log of any format to record lines, which Loupe's server can serve and save. */

import { LogOpener } from "../log/log-opener.ts";
import type { WireRecord } from "../wire/record.ts";
import { TimeSlicer } from "./scheduling.ts";

const LINES_PER_BLOB = 2000;
const SLICE_BYTES = 1 << 16;

/** `transform` maps each record to the records to write; it also gets the detected format. */
export async function convertToRecordLines(
  log: ReadableStream<Uint8Array>,
  transform: (record: WireRecord, format: string) => Iterable<WireRecord> = (record) => [record],
): Promise<Blob> {
  const parts: Blob[] = [];
  let lines: string[] = [];
  const flush = () => {
    parts.push(new Blob(lines));
    lines = [];
  };
  const opener = new LogOpener({
    record(record) {
      for (const written of transform(record, opener.kind))
        lines.push(`${JSON.stringify(written)}\n`);
      if (lines.length >= LINES_PER_BLOB) flush();
    },
    skip: () => undefined,
  });
  const pace = new TimeSlicer();
  const reader = log.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    for (let at = 0; at < value.length; at += SLICE_BYTES) {
      opener.push(value.subarray(at, at + SLICE_BYTES));
      await pace.yieldToMain();
    }
  }
  opener.end();
  flush();
  return new Blob(parts, { type: "application/x-ndjson" });
}
