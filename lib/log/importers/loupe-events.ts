/**
 * Imports Loupe's export of events as JSON Lines: one line per request and event, with its
 * exchange. Times are those of the lines; heads and ends are not part of the format.
 *
 *     loupe export run.jsonl --as events -o run.events.jsonl && loupe inspect run.events.jsonl
 */

import { getMemberTexts } from "../../json/json-members.ts";
import { isObject, type JsonObject, parseJsonObject } from "../../protocol/json.ts";
import { type OpenRecord, SKIPPED_TEXT_LIMIT, type Time } from "../../wire/record.ts";
import type { Importer, ImportSink, ImportStream } from "../importer.ts";
import { SourceLines } from "../source-lines.ts";
import { formatIsoDate, parseInstant } from "../text-lines/instant.ts";

/** An id may be longer than the sniffed text. */
const EVENT_LINE_START =
  /^\{(?:"time":"[^"]*",)?(?:"ms":-?[\d.e+]+,)?"exchange":"(?:[^"\\]|\\.)*(?:","direction":"(?:request|response|pushed)"|\\?$)/;

export const loupeEvents: Importer = {
  id: "events",
  label: "JSON Lines of events",
  sniff: (start) => EVENT_LINE_START.test(start),
  start: (sink) => new LoupeEventsImport(sink),
};

class LoupeEventsImport implements ImportStream {
  readonly #sink: ImportSink;
  readonly #lines: SourceLines;
  readonly #exchanges = new Set<string>();
  #isDated = false;

  constructor(sink: ImportSink) {
    this.#sink = sink;
    this.#lines = new SourceLines(sink, (line, at) => this.#line(line, at));
  }

  push(bytes: Uint8Array): void {
    this.#lines.push(bytes);
  }

  end(): void {
    this.#lines.end();
    for (const x of this.#exchanges) {
      this.#sink.record({ r: "end", x, t: null, cause: "unknown" });
    }
  }

  #line(line: string, at: number): void {
    if (line.trim() === "") return;
    const value = parseJsonObject(line);
    if (!value || typeof value.exchange !== "string") {
      const text = line.slice(0, SKIPPED_TEXT_LIMIT);
      return this.#sink.skip({ at, reason: "not an event", text });
    }
    const { exchange, payload, unreadable } = value;
    const t = this.#time(value);
    const json = getMemberTexts(line).get("payload");
    const text = typeof payload === "string" ? payload : json;
    if (value.direction !== "response") return this.#open(exchange, t, value, text);
    if (!this.#exchanges.has(exchange)) this.#open(exchange, t, {}, undefined);
    const content = text ?? unreadable;
    // Several events of one frame: the text is on the line of the first.
    if (typeof content === "string")
      this.#sink.record({ r: "data", x: exchange, t, text: `${content}\n` });
  }

  #open(x: string, t: Time, line: JsonObject, body: string | undefined): void {
    const { method, url } = isObject(line.http) ? line.http : {};
    const open: OpenRecord = {
      r: "open",
      x,
      t,
      method: typeof method === "string" ? method : "",
      url: typeof url === "string" ? url : "",
      headers: [],
      ...(body !== undefined && { body }),
      ...(line.direction === "pushed" && { inbound: true }),
      ...(typeof line.refused === "string" && { refused: line.refused }),
    };
    this.#exchanges.add(x);
    this.#sink.record(open);
  }

  /** The first line with a date sets the start of the recording. */
  #time({ time, ms }: JsonObject): Time {
    if (typeof ms !== "number") return null;
    const date = parseInstant(time);
    if (!this.#isDated && date !== null) {
      this.#isDated = true;
      const at = formatIsoDate(date.ms - Math.floor(ms));
      if (this.#exchanges.size === 0) {
        this.#sink.record({ r: "loupe", version: 1, id: "", at, by: "events" });
      }
    }
    return ms;
  }
}
