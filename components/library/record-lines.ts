// A log as record lines, read anew and through: what Loupe's own server can serve, and keep.
import { LogOpener } from "../../lib/log/open.ts";
import type { WireRecord } from "../../lib/wire/record.ts";

const LINES_A_PART = 2000;

/** `pass` says what becomes of each record; it is told the format that was recognised. */
export async function recordLines(
  log: ReadableStream<Uint8Array>,
  pass: (record: WireRecord, format: string) => Iterable<WireRecord> = (record) => [record],
): Promise<Blob> {
  const parts: Blob[] = [];
  let lines: string[] = [];
  const flush = () => {
    parts.push(new Blob(lines));
    lines = [];
  };
  const opener = new LogOpener({
    record(record) {
      for (const one of pass(record, opener.kind)) lines.push(`${JSON.stringify(one)}\n`);
      if (lines.length >= LINES_A_PART) flush();
    },
    skip: () => undefined,
  });
  const reader = log.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    opener.push(value);
  }
  opener.end();
  flush();
  return new Blob(parts, { type: "application/x-ndjson" });
}
