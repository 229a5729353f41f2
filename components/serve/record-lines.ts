// A dropped log as record lines, read anew from its file: what Loupe's own server can serve.
import { LogOpener } from "../../lib/log/open.ts";

const LINES_A_PART = 2000;

export async function recordLines(file: File): Promise<Blob> {
  const parts: Blob[] = [];
  let lines: string[] = [];
  const flush = () => {
    parts.push(new Blob(lines));
    lines = [];
  };
  const opener = new LogOpener({
    record(record) {
      lines.push(`${JSON.stringify(record)}\n`);
      if (lines.length >= LINES_A_PART) flush();
    },
    skip: () => undefined,
  });
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    opener.push(value);
  }
  opener.end();
  flush();
  return new Blob(parts, { type: "application/x-ndjson" });
}
