/**
 * What curl prints on a terminal, where answer and report are mixed: `-v` with its marks, and the
 * progress meter. The report is taken for what it says of the exchange, and out of the body.
 */

import { SKIPPED_TEXT_LIMIT, type Time } from "../../wire/record.ts";
import { BodyWriter } from "../body-writer.ts";
import { bytesOfText, byteText, shownBytes } from "../bytes.ts";
import { HttpCapture } from "../http/capture.ts";
import type { Ending } from "../http/exchanges.ts";
import { headBegunBy } from "../http/head.ts";
import type { Importer, ImportRun, ImportSink } from "../importer.ts";
import {
  CLOCK,
  CURL_ERROR,
  endingIn,
  endsInMeter,
  INFO_BEHIND_BODY,
  METER,
  METER_TITLE,
} from "./curl-report.ts";

/** A body's line may be long; more of it than this goes on before its end is there. */
const LINE_LIMIT = 1 << 20;
/** How an answer begins that is printed without its head. */
const ANSWER = /^\s*(?:[[{"]|:|(?:data|event|id|retry):)/;
const DAY_MS = 86_400_000;

const MARKED =
  /(?:^|[\r\n])(?:\d\d:\d\d:\d\d\.\d{6} )?(?:> [A-Z]+ \S+ HTTP\/\d|< HTTP\/\d|\* +(?:Trying|Host|Connected to|Could not resolve|Uses proxy))/;
const METERED = /^\s*% Total {4}% Received/;

export const curl: Importer = {
  id: "curl",
  label: "Output of curl",
  sniff: (start) => !/^\s*[[{]/.test(start) && (MARKED.test(start) || METERED.test(start)),
  start: (sink) => new CurlRun(sink),
};

class CurlRun implements ImportRun {
  readonly #sink: ImportSink;
  readonly #capture: HttpCapture;
  #line = "";
  /** Where it begins. */
  #offset = 0;
  /** An answer that is printed without its head. */
  #bare: BodyWriter | null = null;
  /** Is a head known? Then what has no mark is of the body. */
  #hasHead = false;
  /** Of the body, not yet passed on. */
  #held: string[] = [];
  #block: ">" | "<" | null = null;
  /** The head as `-v` printed it, and how much of it `-i` printed again. */
  #shown: string[] = [];
  #repeated = 0;
  #ending: Ending | null = null;
  /** Where the clock of `--trace-time` began, and how far it is. */
  #begun: number | null = null;
  #time: Time = null;

  constructor(sink: ImportSink) {
    this.#sink = sink;
    this.#capture = new HttpCapture(sink, { bodiless: true });
  }

  push(bytes: Uint8Array): void {
    const lines = (this.#line + byteText(bytes)).split("\n");
    this.#line = lines.pop() ?? "";
    for (const line of lines) {
      this.#whole(line, "\n");
      this.#offset += line.length + 1;
    }
    if (this.#line.length >= LINE_LIMIT) {
      this.#body(this.#line);
      this.#offset += this.#line.length;
      this.#line = "";
    }
    this.#flush();
  }

  end(): void {
    if (this.#line !== "") this.#whole(this.#line, "");
    this.#flush();
    if (this.#bare) {
      this.#bare.end();
      this.#sink.record({ r: "end", x: "x1", t: this.#time, ...(this.#ending ?? UNKNOWN) });
    } else if (!this.#hasHead && this.#ending) {
      this.#open();
      this.#sink.record({ r: "end", x: "x1", t: this.#time, ...this.#ending });
    }
    this.#capture.end();
  }

  /** A line with its end, which may be the report's rather than the body's. */
  #whole(line: string, lineEnd: string): void {
    if (METER_TITLE.test(line)) return;
    let text = line.replace(METER, "");
    let end = endsInMeter(line) ? "" : lineEnd;
    if (text.endsWith(" bytes data]")) {
      text = text.replace(/(?:\d\d:\d\d:\d\d\.\d{6} )?[{}] \[\d+ bytes data\]$/, "");
      end = "";
    }
    if (text === "" && end === "") return;
    const marked = /^(\d\d:\d\d:\d\d\.\d{6} )?([*<>])(?: (.*))?$/s.exec(text);
    if (marked && this.#marked(marked[2] ?? "", marked[3] ?? "", marked[1])) return;
    const behind = INFO_BEHIND_BODY.exec(text) ?? CURL_ERROR.exec(text);
    if (!behind) return this.#body(text + end);
    if (behind.index > 0) this.#body(text.slice(0, behind.index));
    this.#info(text.slice(behind.index));
  }

  /** False where the line is the body's after all. */
  #marked(mark: string, text: string, clock: string | undefined): boolean {
    const line = text.replace(/\r$/, "");
    if (mark === "*") {
      this.#clock(clock);
      this.#info(text);
      return true;
    }
    const isBegin = headBegunBy(line) !== null;
    if (!isBegin && this.#block !== mark) return false;
    if (isBegin) this.#begin(mark === "<" ? "<" : ">");
    this.#clock(clock);
    if (mark === "<") this.#shown.push(line);
    this.#capture.push(bytesOfText(`${line}\r\n`));
    if (line === "") this.#block = null;
    return true;
  }

  #begin(mark: ">" | "<"): void {
    this.#hasHead = true;
    this.#flush();
    this.#capture.boundary();
    this.#ending = null;
    this.#block = mark;
    this.#shown = [];
    this.#repeated = 0;
  }

  #info(text: string): void {
    const connected = /^Connected to \S+ \((\S+)\) port (\d+)/.exec(text);
    if (connected) {
      const port = Number(connected[2]);
      this.#capture.remote = { address: connected[1] ?? "", port };
      this.#capture.scheme = port === 443 ? "https:" : "http:";
    }
    if (/^(?:SSL connection using|using TLS)/i.test(text)) this.#capture.scheme = "https:";
    const ending = endingIn(text);
    if (!ending) return;
    // What is said last of an end that was a failure is how curl tidied up.
    if (this.#ending !== null && this.#ending.cause !== "complete") return;
    this.#ending = ending;
    this.#flush();
    this.#capture.ended(ending);
  }

  #body(text: string): void {
    const line = text.replace(/\r?\n$/, "");
    if (this.#repeated < this.#shown.length && line === this.#shown[this.#repeated]) {
      this.#repeated++;
      return;
    }
    this.#hasHead ||= headBegunBy(line) !== null;
    if (!this.#hasHead && !this.#bare) {
      if (text.trim() === "") return;
      if (!ANSWER.test(text)) return this.#skip(text);
      this.#open();
      this.#bare = new BodyWriter(this.#sink, "x1");
    }
    this.#held.push(text);
  }

  #flush(): void {
    if (this.#held.length === 0) return;
    const bytes = bytesOfText(this.#held.join(""));
    this.#held = [];
    // No mark tells when all of it came: only its first bytes.
    if (this.#bare) this.#bare.push(bytes, null);
    else this.#capture.push(bytes);
  }

  #skip(line: string): void {
    const text = shownBytes(bytesOfText(line)).trim().slice(0, SKIPPED_TEXT_LIMIT);
    this.#sink.skip({ at: this.#offset, reason: "text before the answer", text });
  }

  #open(): void {
    this.#sink.record({ r: "open", x: "x1", t: this.#time, method: "", url: "", headers: [] });
  }

  /** The time of day before a mark, which begins anew at midnight. */
  #clock(stamp: string | undefined): void {
    const found = stamp === undefined ? null : CLOCK.exec(stamp);
    if (!found) return;
    const [, hours, minutes, seconds] = found.map(Number);
    const now = ((hours ?? 0) * 60 + (minutes ?? 0)) * 60_000 + (seconds ?? 0) * 1000;
    this.#begun ??= now;
    let time = now - this.#begun;
    while (time < (this.#time ?? 0) - DAY_MS / 2) time += DAY_MS;
    this.#time = Math.round(time * 1000) / 1000;
    this.#capture.time = this.#time;
  }
}

const UNKNOWN: Ending = { cause: "unknown" };
