/**
 * Imports the A2A in lines of any log: with times, wrapped by collectors, after other text. Other
 * lines are counted.
 *
 *     kubectl logs agent > agent.log && loupe inspect agent.log
 */

import type { Importer, ImportSink, ImportStream } from "../importer.ts";
import { SourceLines } from "../source-lines.ts";
import { isMixedLog } from "../text-lines/detect-mixed-log.ts";
import { LineImport } from "../text-lines/line-import.ts";

export const mixedLog: Importer = {
  id: "lines",
  label: "Log lines",
  sniff: isMixedLog,
  start: (sink) => new MixedLogImport(sink),
};

/** Any text, which may contain A2A later. */
export const anyText: Importer = { ...mixedLog, sniff: isText };

const LINE_CONTROLS = "\t\n\r\f\u001b";

/** Text contains only the control characters for lines, tabs and colors. */
function isText(start: string): boolean {
  for (const char of start) {
    if (/\p{Cc}/u.test(char) && !LINE_CONTROLS.includes(char)) return false;
  }
  return start.trim() !== "";
}

class MixedLogImport implements ImportStream {
  readonly #import: LineImport;
  readonly #lines: SourceLines;

  constructor(sink: ImportSink) {
    this.#import = new LineImport(sink, "lines");
    this.#lines = new SourceLines(sink, (line, at) => this.#import.addLine(line, at));
  }

  push(bytes: Uint8Array): void {
    this.#lines.push(bytes);
  }

  end(): void {
    this.#lines.end();
    this.#import.end();
  }
}
