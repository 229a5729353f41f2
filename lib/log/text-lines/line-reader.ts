/**
 * Lines of a log of anything: takes off what collectors put around them, joins what they cut, and
 * tells which of it is A2A.
 */

import { isObject, type JsonObject } from "../../protocol/json.ts";
import { parseRestCall } from "../../protocol/rest-call.ts";
import {
  type CollectorWrapper,
  findInstant,
  type PayloadDirection,
  parseWrapper,
} from "./collector-wrapper.ts";
import { EmbeddedJsonFinder, type LineOutcome } from "./embedded-json.ts";
import type { Instant } from "./instant.ts";
import { isA2A, isEnvelopedResponse, isSendBody } from "./is-a2a.ts";
import { stripLinePrefix } from "./line-prefix.ts";

/** What the log tells around a payload. */
export interface PayloadContext {
  readonly instant: Instant | null;
  readonly direction: PayloadDirection | null;
  readonly http: CollectorWrapper["http"];
  /** It stands in one entry with the request that it answers. */
  readonly isPairedResponse: boolean;
}

export interface LogLine extends PayloadContext {
  readonly text: string;
  /** Where it begins in the source. */
  readonly at: number;
}

/** One A2A object, and its exact text. */
export interface A2AObject extends PayloadContext {
  readonly value: JsonObject;
  readonly text: string;
}

export interface LineReaderSink {
  /** False where it turns out not to be A2A after all. */
  onObject(found: A2AObject): boolean;
  /** Something of A2A that the source's end cut off. */
  onTruncated(text: string, told: PayloadContext): void;
  /** A line that waited for its rest, and is no A2A. */
  onOther(line: LogLine): void;
}

export const EMPTY_CONTEXT: PayloadContext = {
  instant: null,
  direction: null,
  http: null,
  isPairedResponse: false,
};

const DEPTH_LIMIT = 5;
const STREAM_LIMIT = 256;
const PART_LIMIT = 1 << 25;
/** Words by which A2A is known even where it cannot be parsed. */
const A2A_MEMBERS =
  /"(?:taskId|task_id|contextId|context_id|statusUpdate|artifactUpdate|artifactId|messageId)"|-update"/;

/** The lines of one source among several. */
interface LineSource {
  readonly json: EmbeddedJsonFinder<LogLine>;
  part: LogLine | null;
  /** When the line before was written, where what follows it may be the rest of its message. */
  previousInstant: Instant | null;
}

export class LineReader {
  readonly #sink: LineReaderSink;
  readonly #depth: number;
  readonly #sources = new Map<string, LineSource>();
  /** Readers of what stands inside wrappers, by the stream that these name. */
  readonly #innerReaders = new Map<string, LineReader>();

  constructor(sink: LineReaderSink, depth = 0) {
    this.#sink = sink;
    this.#depth = depth;
  }

  addLine(
    text: string,
    at: number,
    told: PayloadContext = EMPTY_CONTEXT,
    isPartial = false,
  ): LineOutcome {
    const read = stripLinePrefix(text.endsWith("\r") ? text.slice(0, -1) : text);
    const source = this.#getSource(read.stream);
    const { part, previousInstant } = source;
    const isNext = /^\s*[{[]/.test(read.text);
    const whole: LogLine = {
      ...told,
      text: part ? part.text + read.text : read.text,
      at: part?.at ?? at,
      instant: part?.instant ?? read.instant ?? told.instant ?? (isNext ? previousInstant : null),
    };
    source.part = null;
    source.previousInstant = read.instant;
    if ((isPartial || read.isPartial) && whole.text.length < PART_LIMIT) {
      source.part = whole;
      return "waiting";
    }
    return source.json.push(stripSseField(whole));
  }

  /** A value as a document has it in a list. */
  addValue(value: unknown, text: string, at: number): LineOutcome {
    return this.#addObject(value, { ...EMPTY_CONTEXT, text, at });
  }

  end(): void {
    for (const { json, part } of this.#sources.values()) {
      if (part && json.push(stripSseField(part)) === "none") this.#sink.onOther(part);
      json.end();
    }
    for (const reader of this.#innerReaders.values()) reader.end();
  }

  #getSource(name: string): LineSource {
    const key = this.#sources.size < STREAM_LIMIT ? name : "";
    const known = this.#sources.get(key);
    if (known) return known;
    const json = new EmbeddedJsonFinder<LogLine>({
      onObject: (value, text, line) => this.#addObject(value, { ...line, text }),
      onOther: (line) => this.#sink.onOther(line),
      onTruncated: (text, line) => this.#addTruncated(text, line),
    });
    const source = { json, part: null, previousInstant: null };
    this.#sources.set(key, source);
    return source;
  }

  /** An object, whose text is that of the line, inside of `depth` others. */
  #addObject(value: unknown, line: LogLine, depth = this.#depth): LineOutcome {
    if (!isObject(value)) return "none";
    if (isA2A(value) || isSendBody(value) || isEnvelopedResponse(value)) {
      const instant = findInstant(value) ?? line.instant;
      if (this.#sink.onObject({ ...line, value, instant })) return "taken";
    }
    return depth < DEPTH_LIMIT ? this.#unwrap(parseWrapper(value, line.text), line, depth) : "none";
  }

  #unwrap(wrapper: CollectorWrapper, line: LogLine, depth: number): LineOutcome {
    const instant = wrapper.instant ?? line.instant;
    const http = wrapper.http ?? line.http;
    let fate: LineOutcome = "none";
    let taken: PayloadDirection | null = null;
    for (const inside of wrapper.payloads) {
      const direction = inside.direction ?? line.direction;
      // A payload often stands there twice; a request and its answer are two.
      const isOther = taken !== null && direction !== null && direction !== taken;
      if (fate !== "none" && !isOther) continue;
      const { text } = inside;
      const isReply = taken === "request" && direction === "response";
      const inner: LogLine = {
        text,
        at: line.at,
        instant,
        direction,
        http,
        isPairedResponse: isReply,
      };
      const found = inside.isLine
        ? this.#addInnerLines(wrapper.stream, inner, wrapper.isPartial)
        : this.#addObject(inside.value, inner, depth + 1);
      if (found === "none") continue;
      fate = found;
      taken = direction;
    }
    if (fate !== "none" || !wrapper.http || wrapper.direction === "response") return fate;
    if (!parseRestCall(wrapper.http.method, wrapper.http.url)) return "none";
    const call: A2AObject = { ...line, value: {}, text: "", instant, direction: "request", http };
    return this.#sink.onObject(call) ? "taken" : "none";
  }

  /** A text inside a wrapper, which may be several lines, or a part of one. */
  #addInnerLines(stream: string, { text, at, ...told }: LogLine, isPartial: boolean): LineOutcome {
    const key = this.#innerReaders.size < STREAM_LIMIT ? stream : "";
    const reader = this.#innerReaders.get(key) ?? new LineReader(this.#sink, this.#depth + 1);
    this.#innerReaders.set(key, reader);
    const lines = text.replace(/\n$/, "").split("\n");
    let fate: LineOutcome = "none";
    for (const [i, each] of lines.entries()) {
      const found = reader.addLine(each, at, told, isPartial && i === lines.length - 1);
      if (found !== "none" && each !== "") fate = found;
    }
    return fate;
  }

  #addTruncated(text: string, line: LogLine): boolean {
    if (!A2A_MEMBERS.test(text)) return false;
    this.#sink.onTruncated(text, line);
    return true;
  }
}

/** What a stream of events puts before its data is not part of it. */
function stripSseField(line: LogLine): LogLine {
  return line.text.startsWith("data:")
    ? { ...line, text: line.text.replace(/^data: ?/, "") }
    : line;
}
