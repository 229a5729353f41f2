/**
 * Imports the log inside an HTML file that Loupe exported.
 *
 *     loupe export run.jsonl --as html -o run.html && loupe inspect run.html
 */

import { Base64Decoder } from "../base64-decoder.ts";
import { toByteText } from "../byte-text.ts";
import { HTML_LOG_ATTRIBUTE, LOG_ELEMENT_START } from "../html-log.ts";
import {
  type Importer,
  type ImportSink,
  type ImportStream,
  type OpenNestedLog,
  UnreadableLog,
} from "../importer.ts";

/** Browsers add a comment when they save a page. */
const HTML_LOG_START = new RegExp(
  `^\\uFEFF?\\s*<!doctype html>(?:\\s|<!--[^]*?-->)*<html[^>]* ${HTML_LOG_ATTRIBUTE}=`,
  "i",
);

export const htmlLog: Importer = {
  id: "html",
  label: "Loupe HTML file",
  sniff: (start) => HTML_LOG_START.test(start),
  start: (sink, inside) => new HtmlImport(sink, inside),
};

class HtmlImport implements ImportStream {
  readonly #sink: ImportSink;
  readonly #log: ImportStream;
  readonly #base64: Base64Decoder;
  /** Position relative to the log. */
  #phase: "before" | "inside" | "behind" = "before";
  /** Text that may be the start of the log's start tag. */
  #held = "";
  #offset = 0;
  #isDamaged = false;

  constructor(sink: ImportSink, inside: OpenNestedLog) {
    this.#sink = sink;
    const log = inside(sink);
    this.#log = log;
    this.#base64 = new Base64Decoder((bytes) => log.push(bytes));
  }

  push(bytes: Uint8Array): void {
    this.#offset += bytes.length;
    // The log is ASCII only.
    if (this.#phase === "before") this.#findLog(this.#held + toByteText(bytes));
    else if (this.#phase === "inside") this.#decode(toByteText(bytes));
  }

  end(): void {
    if (this.#phase === "before") {
      throw new UnreadableLog(`This HTML file no longer contains a log (byte ${this.#offset}).`);
    }
    if (this.#phase === "inside") this.#skip("the file is cut off inside its log", this.#offset);
    this.#log.end();
  }

  #findLog(text: string): void {
    const at = text.indexOf(LOG_ELEMENT_START);
    if (at < 0) {
      this.#held = text.slice(-LOG_ELEMENT_START.length);
      return;
    }
    this.#phase = "inside";
    this.#decode(text.slice(at + LOG_ELEMENT_START.length));
  }

  /** `text` is the end of the current piece. */
  #decode(text: string): void {
    const end = text.indexOf("<");
    const begin = this.#offset - text.length;
    const at = this.#isDamaged ? -1 : this.#base64.push(end < 0 ? text : text.slice(0, end));
    if (at >= 0) this.#markDamaged(begin + at);
    if (end < 0) return;
    this.#phase = "behind";
    if (!this.#isDamaged && !this.#base64.isComplete) this.#markDamaged(begin + end);
  }

  #markDamaged(at: number): void {
    this.#isDamaged = true;
    this.#skip("the log in this file is damaged from here on", at);
  }

  #skip(reason: string, at: number): void {
    this.#sink.skip({ at, reason, text: "" });
  }
}
