/**
 * Loupe's JSON Lines of events: a line for each request and each event, with the exchange it was of.
 * Times are those of the lines; heads and ends were not kept.
 */

import { isObject, type JsonObject } from "../../protocol/json.ts";
import { getMemberTexts } from "../../wire/json-members.ts";
import { type OpenRecord, SKIPPED_TEXT_LIMIT, type Time } from "../../wire/record.ts";
import type { Importer, ImportSink, ImportStream } from "../importer.ts";
import { parseJsonObject } from "../json-object.ts";
import { SourceLines } from "../source-lines.ts";
import { formatIsoDate, parseInstant } from "../text-lines/instant.ts";

/** An id may be longer than what one looks at. */
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
    const said = text ?? unreadable;
    // What was said together stands with the first event that it made.
    if (typeof said === "string")
      this.#sink.record({ r: "data", x: exchange, t, text: `${said}\n` });
  }

  #open(x: string, t: Time, told: JsonObject, body: string | undefined): void {
    const { method, url } = isObject(told.http) ? told.http : {};
    const open: OpenRecord = {
      r: "open",
      x,
      t,
      method: typeof method === "string" ? method : "",
      url: typeof url === "string" ? url : "",
      headers: [],
      ...(body !== undefined && { body }),
      ...(told.direction === "pushed" && { inbound: true }),
      ...(typeof told.refused === "string" && { refused: told.refused }),
    };
    this.#exchanges.add(x);
    this.#sink.record(open);
  }

  /** The first line with a date says when the recording began. */
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
