/**
 * Imports curl's terminal output, in which the response is mixed with `-v` lines and the progress
 * meter. Those provide information about the exchange and are removed from the body.
 *
 *     curl -vN -d @request.json https://agent.example/ > run.txt 2>&1 && loupe inspect run.txt
 */

import { parseStartLine } from "../../wire/http-head.ts";
import { type EndCause, SKIPPED_TEXT_LIMIT, type Time } from "../../wire/record.ts";
import { BodyWriter } from "../body-writer.ts";
import { decodeByteText, decodeForDisplay, toByteText } from "../byte-text.ts";
import type { ExchangeEnd } from "../http-capture/capture-exchanges.ts";
import { HttpCapture } from "../http-capture/http-capture.ts";
import type { Importer, ImportSink, ImportStream } from "../importer.ts";

/** A longer line of a body is passed on before its end arrives. */
const LINE_LIMIT = 1 << 20;
/** Start of a response without its head. */
const RESPONSE_START = /^\s*(?:[[{"]|:|(?:data|event|id|retry):)/;
const DAY_MS = 86_400_000;

const MARKED_LOG =
  /(?:^|[\r\n])(?:\d\d:\d\d:\d\d\.\d{6} )?(?:> [A-Z]+ \S+ HTTP\/\d|< HTTP\/\d|\* +(?:Trying|Host|Connected to|Could not resolve|Uses proxy))/;
const METERED_LOG = /^\s*% Total {4}% Received/;

export const curl: Importer = {
  id: "curl",
  label: "curl output",
  sniff: (start) => !/^\s*[[{]/.test(start) && (MARKED_LOG.test(start) || METERED_LOG.test(start)),
  start: (sink) => new CurlImport(sink),
};

class CurlImport implements ImportStream {
  readonly #sink: ImportSink;
  readonly #capture: HttpCapture;
  #line = "";
  /** Byte offset of the current line. */
  #offset = 0;
  /** The body of a response without its head. */
  #bareBody: BodyWriter | null = null;
  /** Is a head known? Then unmarked lines belong to the body. */
  #hasHead = false;
  /** Body text not passed on yet. */
  #heldBody: string[] = [];
  #block: ">" | "<" | null = null;
  /** The head printed by `-v`, and how many of its lines `-i` printed again. */
  #shownHead: string[] = [];
  #repeated = 0;
  #end: ExchangeEnd | null = null;
  /** Start time of `--trace-time`, and the time since. */
  #clockStart: number | null = null;
  #time: Time = null;

  constructor(sink: ImportSink) {
    this.#sink = sink;
    this.#capture = new HttpCapture(sink, { omitsRequestBodies: true });
  }

  push(bytes: Uint8Array): void {
    const lines = (this.#line + toByteText(bytes)).split("\n");
    this.#line = lines.pop() ?? "";
    for (const line of lines) {
      this.#addLine(line, "\n");
      this.#offset += line.length + 1;
    }
    if (this.#line.length >= LINE_LIMIT) {
      this.#addBody(this.#line);
      this.#offset += this.#line.length;
      this.#line = "";
    }
    this.#flush();
  }

  end(): void {
    if (this.#line !== "") this.#addLine(this.#line, "");
    this.#flush();
    if (this.#bareBody) {
      this.#bareBody.end();
      this.#sink.record({ r: "end", x: "x1", t: this.#time, ...(this.#end ?? UNKNOWN_END) });
    } else if (!this.#hasHead && this.#end) {
      this.#open();
      this.#sink.record({ r: "end", x: "x1", t: this.#time, ...this.#end });
    }
    this.#capture.end();
  }

  /** Reads a line with its end, which may belong to curl's report instead of the body. */
  #addLine(line: string, lineEnd: string): void {
    if (METER_TITLE.test(line)) return;
    let text = line.replace(METER, "");
    let end = hasTrailingProgressMeter(line) ? "" : lineEnd;
    if (text.endsWith(" bytes data]")) {
      text = text.replace(/(?:\d\d:\d\d:\d\d\.\d{6} )?[{}] \[\d+ bytes data\]$/, "");
      end = "";
    }
    if (text === "" && end === "") return;
    const marked = /^(\d\d:\d\d:\d\d\.\d{6} )?([*<>])(?: (.*))?$/s.exec(text);
    if (marked && this.#addMarkedLine(marked[2] ?? "", marked[3] ?? "", marked[1])) return;
    const behind = INFO_BEHIND_BODY.exec(text) ?? CURL_ERROR.exec(text);
    if (!behind) return this.#addBody(text + end);
    if (behind.index > 0) this.#addBody(text.slice(0, behind.index));
    this.#addRemark(text.slice(behind.index));
  }

  /** False if the line belongs to the body. */
  #addMarkedLine(mark: string, text: string, clock: string | undefined): boolean {
    const line = text.replace(/\r$/, "");
    if (mark === "*") {
      this.#updateClock(clock);
      this.#addRemark(text);
      return true;
    }
    const isBegin = parseStartLine(line) !== null;
    if (!isBegin && this.#block !== mark) return false;
    if (isBegin) this.#beginHead(mark === "<" ? "<" : ">");
    this.#updateClock(clock);
    if (mark === "<") this.#shownHead.push(line);
    this.#capture.push(decodeByteText(`${line}\r\n`));
    if (line === "") this.#block = null;
    return true;
  }

  #beginHead(mark: ">" | "<"): void {
    this.#hasHead = true;
    this.#flush();
    this.#capture.endMessage();
    this.#end = null;
    this.#block = mark;
    this.#shownHead = [];
    this.#repeated = 0;
  }

  #addRemark(text: string): void {
    const connected = /^Connected to \S+ \((\S+)\) port (\d+)/.exec(text);
    if (connected) {
      const port = Number(connected[2]);
      this.#capture.remote = { address: connected[1] ?? "", port };
      this.#capture.scheme = port === 443 ? "https:" : "http:";
    }
    if (/^(?:SSL connection using|using TLS)/i.test(text)) this.#capture.scheme = "https:";
    const ending = parseCurlEnd(text);
    if (!ending) return;
    // Messages after a failure are curl's cleanup.
    if (this.#end !== null && this.#end.cause !== "complete") return;
    this.#end = ending;
    this.#flush();
    this.#capture.setEnd(ending);
  }

  #addBody(text: string): void {
    const line = text.replace(/\r?\n$/, "");
    if (this.#repeated < this.#shownHead.length && line === this.#shownHead[this.#repeated]) {
      this.#repeated++;
      return;
    }
    this.#hasHead ||= parseStartLine(line) !== null;
    if (!this.#hasHead && !this.#bareBody) {
      if (text.trim() === "") return;
      if (!RESPONSE_START.test(text)) return this.#skip(text);
      this.#open();
      this.#bareBody = new BodyWriter(this.#sink, "x1");
    }
    this.#heldBody.push(text);
  }

  #flush(): void {
    if (this.#heldBody.length === 0) return;
    const bytes = decodeByteText(this.#heldBody.join(""));
    this.#heldBody = [];
    // The body has no times; only its first bytes have one.
    if (this.#bareBody) this.#bareBody.push(bytes, null);
    else this.#capture.push(bytes);
  }

  #skip(line: string): void {
    const text = decodeForDisplay(decodeByteText(line)).trim().slice(0, SKIPPED_TEXT_LIMIT);
    this.#sink.skip({ at: this.#offset, reason: "text before the response", text });
  }

  #open(): void {
    this.#sink.record({ r: "open", x: "x1", t: this.#time, method: "", url: "", headers: [] });
  }

  /** Updates the clock from the time of day before a mark, which restarts at midnight. */
  #updateClock(stamp: string | undefined): void {
    const found = stamp === undefined ? null : CLOCK_PATTERN.exec(stamp);
    if (!found) return;
    const [, hours, minutes, seconds] = found.map(Number);
    const now = ((hours ?? 0) * 60 + (minutes ?? 0)) * 60_000 + (seconds ?? 0) * 1000;
    this.#clockStart ??= now;
    let time = now - this.#clockStart;
    while (time < (this.#time ?? 0) - DAY_MS / 2) time += DAY_MS;
    this.#time = Math.round(time * 1000) / 1000;
    this.#capture.time = this.#time;
  }
}

const UNKNOWN_END: ExchangeEnd = { cause: "unknown" };

const METER_AMOUNT = "[\\d.]{1,5}[kMGTPE]?";
const METER_TIME = "(?:--:--:--|\\d{1,3}:\\d\\d:\\d\\d|\\d+d(?: \\d\\dh)?)";

/** One update of the meter: a carriage return and columns; the last column has this width. */
const METER_TEXT = `\\r *\\d{1,3} +${METER_AMOUNT} +\\d{1,3} +${METER_AMOUNT} +\\d{1,3} +${METER_AMOUNT} +${METER_AMOUNT} +${METER_AMOUNT} +${METER_TIME} +${METER_TIME} +${METER_TIME} [ \\d.kMGTPE]{5}`;

/**
 * Patterns of curl's own output: the progress meter, and messages about the end of the transfer.
 */
const METER = new RegExp(METER_TEXT, "g");
const METER_AT_END = new RegExp(`${METER_TEXT}\\r?$`);

const METER_TITLE =
  /^(?:\xef\xbb\xbf)?\s*(?:% Total +% Received.*|Dload +Upload +Total +Spent +Left +Speed)\s*$/;

/** Does the line end with the meter? Then the line end belongs to the meter. */
const hasTrailingProgressMeter = (line: string): boolean => METER_AT_END.test(line);

/** A message after the last line of a body without a line end. */
const INFO_BEHIND_BODY =
  /\* (?:Connection #\d+ to host .* left intact|Closing connection.*|transfer closed with .*|Recv failure: .*|Operation timed out .*|Excess found .*)$/;

const CURL_ERROR = /curl: \(\d+\) .*$/;

const CLOCK_PATTERN = /^(\d\d):(\d\d):(\d\d\.\d{6})/;

/** End causes by curl's exit code, and by its messages. */
const CAUSES: readonly (readonly [EndCause, readonly number[], RegExp])[] = [
  ["dns", [5, 6], /^Could not resolve/],
  ["refused", [7], /^Failed to connect|Connection refused$/],
  ["timeout", [28], /^(?:Operation|Connection) timed out|^Resolving timed out/],
  ["tls", [35, 51, 58, 60, 66, 77, 83, 90, 91], /^SSL certificate problem|^TLS connect error/],
  [
    "reset",
    [18, 52, 55, 56, 92],
    /^transfer closed with|^Recv failure|^Send failure|^Empty reply|was not closed cleanly/,
  ],
];

/**
 * How an exchange ended according to a message of curl; `null` if the message is about something
 * else.
 */
function parseCurlEnd(remark: string): ExchangeEnd | null {
  const text = remark.replace(/^\* /, "").trim();
  if (/^Connection #\d+ to host .* left intact$|^Closing connection/.test(text)) {
    return { cause: "complete" };
  }
  const [, code, words] = /^curl: \((\d+)\) (.*)$/.exec(text) ?? [];
  for (const [cause, codes, pattern] of CAUSES) {
    if (code === undefined ? !pattern.test(text) : !codes.includes(Number(code))) continue;
    const message = words ?? text;
    const error = { by: "system" as const, ...(code && { code: `curl ${code}` }), message };
    return { cause, error };
  }
  return null;
}
