/** Reads a response of JSON lines while it is written. */

import { LineSplitter } from "../text/line-splitter.ts";

/** Resolves when the response has ended. Rejects if it is aborted, or cannot be read. */
export async function readJsonLines<Line>(
  body: ReadableStream<Uint8Array>,
  onLine: (line: Line) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  const lines = new LineSplitter((line) => {
    if (line !== "") onLine(JSON.parse(line) as Line);
  });
  for (const reader = body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return;
    lines.push(decoder.decode(value, { stream: true }));
  }
}
