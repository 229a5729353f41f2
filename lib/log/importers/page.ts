/** An HTML file that Loupe made to show a log: the log in it, whatever it is packed with. */

import { HTML_LOG_ATTRIBUTE, LOG_ELEMENT_START } from "../../wire/html-log.ts";
import { Base64Reader } from "../base64-reader.ts";
import { byteText } from "../bytes.ts";
import type { Importer, ImportRun, ImportSink, OpenInside } from "../importer.ts";
import { UnreadableLog } from "../unreadable.ts";

/** Browsers that save a page again put a comment first. */
const START = new RegExp(
  `^\\uFEFF?\\s*<!doctype html>(?:\\s|<!--[^]*?-->)*<html[^>]* ${HTML_LOG_ATTRIBUTE}=`,
  "i",
);

export const page: Importer = {
  id: "html",
  label: "HTML file of Loupe",
  sniff: (start) => START.test(start),
  start: (sink, inside) => new PageRun(sink, inside),
};

class PageRun implements ImportRun {
  readonly #sink: ImportSink;
  readonly #log: ImportRun;
  readonly #base64: Base64Reader;
  /** Before the log, in it, and behind it. */
  #place: "before" | "inside" | "behind" = "before";
  /** What may be the beginning of the mark that the log begins behind. */
  #held = "";
  #offset = 0;
  #isDamaged = false;

  constructor(sink: ImportSink, inside: OpenInside) {
    this.#sink = sink;
    const log = inside(sink);
    this.#log = log;
    this.#base64 = new Base64Reader((bytes) => log.push(bytes));
  }

  push(bytes: Uint8Array): void {
    this.#offset += bytes.length;
    // Where the log stands there is nothing but ASCII.
    if (this.#place === "before") this.#find(this.#held + byteText(bytes));
    else if (this.#place === "inside") this.#take(byteText(bytes));
  }

  end(): void {
    if (this.#place === "before") {
      throw new UnreadableLog(`This HTML file holds no log any more (byte ${this.#offset}).`);
    }
    if (this.#place === "inside") this.#skip("the file is cut off inside its log", this.#offset);
    this.#log.end();
  }

  #find(text: string): void {
    const at = text.indexOf(LOG_ELEMENT_START);
    if (at < 0) {
      this.#held = text.slice(-LOG_ELEMENT_START.length);
      return;
    }
    this.#place = "inside";
    this.#take(text.slice(at + LOG_ELEMENT_START.length));
  }

  /** `text` ends where the piece at hand does. */
  #take(text: string): void {
    const end = text.indexOf("<");
    const begin = this.#offset - text.length;
    const at = this.#isDamaged ? -1 : this.#base64.push(end < 0 ? text : text.slice(0, end));
    if (at >= 0) this.#damaged(begin + at);
    if (end < 0) return;
    this.#place = "behind";
    if (!this.#isDamaged && !this.#base64.isWhole) this.#damaged(begin + end);
  }

  #damaged(at: number): void {
    this.#isDamaged = true;
    this.#skip("the log in this file is damaged from here on", at);
  }

  #skip(reason: string, at: number): void {
    this.#sink.skip({ at, reason, text: "" });
  }
}
