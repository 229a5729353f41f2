/**
 * Lines of a log of anything with A2A among them: with times, wrapped by collectors, behind other
 * words. The rest is counted.
 */

import { LineSplitter } from "../../wire/lines.ts";
import { utf8Length } from "../../wire/utf8.ts";
import type { Importer, ImportRun, ImportSink } from "../importer.ts";
import { LineImport } from "../lines/line-import.ts";
import { isMixed } from "../lines/probe.ts";
import { Utf8Text } from "../utf8-text.ts";

export const lines: Importer = {
  id: "lines",
  label: "Log lines",
  sniff: isMixed,
  start: (sink) => new LinesRun(sink),
};

/** Text of any kind, in which A2A may yet come. */
export const anyText: Importer = { ...lines, sniff: isText };

const LINE_CONTROLS = "\t\n\r\f\u001b";

/** Text has no control characters but those of lines, tabs and colours. */
function isText(start: string): boolean {
  for (const char of start) {
    if (/\p{Cc}/u.test(char) && !LINE_CONTROLS.includes(char)) return false;
  }
  return start.trim() !== "";
}

class LinesRun implements ImportRun {
  readonly #text: Utf8Text;
  readonly #import: LineImport;
  readonly #lines = new LineSplitter((line) => this.#line(line));
  #offset = 0;

  constructor(sink: ImportSink) {
    this.#import = new LineImport(sink, "lines");
    this.#text = new Utf8Text(sink);
  }

  push(bytes: Uint8Array): void {
    this.#lines.push(this.#text.of(bytes));
  }

  end(): void {
    const rest = this.#lines.take();
    if (rest !== "") this.#line(rest);
    this.#import.end();
  }

  #line(line: string): void {
    const at = this.#offset;
    this.#offset += utf8Length(line) + 1;
    this.#import.line(at === 0 ? line.replace(/^\uFEFF/, "") : line, at);
  }
}
