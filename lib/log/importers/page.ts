/** An HTML file that Loupe made to show a log: the log in it, whatever it is packed with. */

import { LOG_START, PAGE_MARK } from "../../wire/page.ts";
import { bytesFromBase64 } from "../../wire/utf8.ts";
import { byteText } from "../bytes.ts";
import type { Importer, ImportRun, ImportSink, OpenInside } from "../importer.ts";
import { UnreadableLog } from "../unreadable.ts";

/** Browsers that save a page again put a comment first. */
const START = new RegExp(
  `^\\uFEFF?\\s*<!doctype html>(?:\\s|<!--[^]*?-->)*<html[^>]* ${PAGE_MARK}=`,
  "i",
);

const BASE64 = /^[A-Za-z0-9+/]*={0,2}/;

export const page: Importer = {
  id: "html",
  label: "HTML file of Loupe",
  sniff: (start) => START.test(start),
  start: (sink, inside) => new PageRun(sink, inside),
};

class PageRun implements ImportRun {
  readonly #sink: ImportSink;
  readonly #log: ImportRun;
  /** Before the log, in it, and behind it. */
  #place: "before" | "inside" | "behind" = "before";
  #held = "";
  #offset = 0;
  #isDamaged = false;

  constructor(sink: ImportSink, inside: OpenInside) {
    this.#sink = sink;
    this.#log = inside(sink);
  }

  push(bytes: Uint8Array): void {
    this.#offset += bytes.length;
    if (this.#place === "behind") return;
    // Where the log stands there is nothing but ASCII.
    this.#held += byteText(bytes);
    if (this.#place === "before") this.#find();
    if (this.#place === "inside") this.#take();
  }

  end(): void {
    if (this.#place === "before") throw new UnreadableLog("This HTML file holds no log any more.");
    if (this.#place === "inside") this.#skip("the file is cut off inside its log");
    this.#log.end();
  }

  #find(): void {
    const at = this.#held.indexOf(LOG_START);
    if (at < 0) {
      this.#held = this.#held.slice(-LOG_START.length);
      return;
    }
    this.#held = this.#held.slice(at + LOG_START.length);
    this.#place = "inside";
  }

  #take(): void {
    const end = this.#held.indexOf("<");
    const text = (end < 0 ? this.#held : this.#held.slice(0, end)).replace(/\s+/g, "");
    // A group that is not whole yet waits for its rest.
    const whole = end < 0 ? text.length - (text.length % 4) : text.length;
    this.#decode(text.slice(0, whole));
    this.#held = end < 0 ? text.slice(whole) : "";
    if (end >= 0) this.#place = "behind";
  }

  /** Four characters are three bytes; what is no such group ends what can be read. */
  #decode(text: string): void {
    if (this.#isDamaged) return;
    const [letters = ""] = BASE64.exec(text) ?? [];
    const base64 = letters.slice(0, letters.length - (letters.length % 4));
    if (base64 !== "") this.#log.push(bytesFromBase64(base64));
    this.#isDamaged = base64.length < text.length;
    if (this.#isDamaged) this.#skip("the log in this file is damaged from here on");
  }

  #skip(reason: string): void {
    this.#sink.skip({ at: this.#offset, reason, text: "" });
  }
}
