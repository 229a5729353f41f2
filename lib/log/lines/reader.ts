/**
 * Lines of a log of anything: takes off what collectors put around them, joins what they cut, and
 * tells which of it is A2A.
 */

import { isObject, type JsonObject } from "../../protocol/json.ts";
import { parseRestCall } from "../../protocol/rest-call.ts";
import { isA2A, isAnswer, isSendBody } from "./a2a.ts";
import type { Instant } from "./instant.ts";
import { type Fate, JsonInLines } from "./json-in-lines.ts";
import { withoutPrefix } from "./prefix.ts";
import { type Direction, instantIn, type Wrapper, wrapperOf } from "./wrapper.ts";

/** What the log tells around a payload. */
export interface Told {
  readonly instant: Instant | null;
  readonly direction: Direction | null;
  readonly http: Wrapper["http"];
  /** It stands in one entry with the request that it answers. */
  readonly isReply: boolean;
}

export interface Line extends Told {
  readonly text: string;
  /** Where it begins in the source. */
  readonly at: number;
}

/** One A2A object, and its exact text. */
export interface Found extends Told {
  readonly value: JsonObject;
  readonly text: string;
}

export interface ReaderSink {
  /** False where it turns out not to be A2A after all. */
  found(found: Found): boolean;
  /** Something of A2A that the source's end cut off. */
  torn(text: string, told: Told): void;
  /** A line that waited for its rest, and is no A2A. */
  other(line: Line): void;
}

export const UNTOLD: Told = { instant: null, direction: null, http: null, isReply: false };

const DEPTH_LIMIT = 5;
const STREAM_LIMIT = 256;
const PART_LIMIT = 1 << 25;
/** Words by which A2A is known even where it cannot be parsed. */
const TELLS =
  /"(?:taskId|task_id|contextId|context_id|statusUpdate|artifactUpdate|artifactId|messageId)"|-update"/;

/** The lines of one source among several. */
interface Source {
  readonly json: JsonInLines<Line>;
  part: Line | null;
  /** When the line before was written, where what follows it may be the rest of its message. */
  above: Instant | null;
}

export class LineReader {
  readonly #sink: ReaderSink;
  readonly #depth: number;
  readonly #sources = new Map<string, Source>();
  /** Readers of what stands inside wrappers, by the stream that these name. */
  readonly #inner = new Map<string, LineReader>();

  constructor(sink: ReaderSink, depth = 0) {
    this.#sink = sink;
    this.#depth = depth;
  }

  line(text: string, at: number, told: Told = UNTOLD, isPartial = false): Fate {
    const read = withoutPrefix(text.endsWith("\r") ? text.slice(0, -1) : text);
    const source = this.#source(read.stream);
    const { part, above } = source;
    const isNext = /^\s*[{[]/.test(read.text);
    const whole: Line = {
      ...told,
      text: part ? part.text + read.text : read.text,
      at: part?.at ?? at,
      instant: part?.instant ?? read.instant ?? told.instant ?? (isNext ? above : null),
    };
    source.part = null;
    source.above = read.instant;
    if ((isPartial || read.isPartial) && whole.text.length < PART_LIMIT) {
      source.part = whole;
      return "waiting";
    }
    return source.json.push(withoutField(whole));
  }

  /** A value as a document has it in a list. */
  value(value: unknown, text: string, at: number): Fate {
    return this.#object(value, { ...UNTOLD, text, at });
  }

  end(): void {
    for (const { json, part } of this.#sources.values()) {
      if (part && json.push(withoutField(part)) === "none") this.#sink.other(part);
      json.end();
    }
    for (const reader of this.#inner.values()) reader.end();
  }

  #source(name: string): Source {
    const key = this.#sources.size < STREAM_LIMIT ? name : "";
    const known = this.#sources.get(key);
    if (known) return known;
    const json = new JsonInLines<Line>({
      object: (value, text, line) => this.#object(value, { ...line, text }),
      other: (line) => this.#sink.other(line),
      torn: (text, line) => this.#torn(text, line),
    });
    const source = { json, part: null, above: null };
    this.#sources.set(key, source);
    return source;
  }

  /** An object, whose text is that of the line, inside of `depth` others. */
  #object(value: unknown, line: Line, depth = this.#depth): Fate {
    if (!isObject(value)) return "none";
    if (isA2A(value) || isSendBody(value) || isAnswer(value)) {
      const instant = instantIn(value) ?? line.instant;
      if (this.#sink.found({ ...line, value, instant })) return "taken";
    }
    return depth < DEPTH_LIMIT ? this.#unwrap(wrapperOf(value, line.text), line, depth) : "none";
  }

  #unwrap(wrapper: Wrapper, line: Line, depth: number): Fate {
    const instant = wrapper.instant ?? line.instant;
    const http = wrapper.http ?? line.http;
    let fate: Fate = "none";
    let taken: Direction | null = null;
    for (const inside of wrapper.insides) {
      const direction = inside.direction ?? line.direction;
      // A payload often stands there twice; a request and its answer are two.
      const isOther = taken !== null && direction !== null && direction !== taken;
      if (fate !== "none" && !isOther) continue;
      const { text } = inside;
      const isReply = taken === "request" && direction === "response";
      const inner: Line = { text, at: line.at, instant, direction, http, isReply };
      const found = inside.isLine
        ? this.#lines(wrapper.stream, inner, wrapper.isPartial)
        : this.#object(inside.value, inner, depth + 1);
      if (found === "none") continue;
      fate = found;
      taken = direction;
    }
    if (fate !== "none" || !wrapper.http || wrapper.direction === "response") return fate;
    if (!parseRestCall(wrapper.http.method, wrapper.http.url)) return "none";
    const call: Found = { ...line, value: {}, text: "", instant, direction: "request", http };
    return this.#sink.found(call) ? "taken" : "none";
  }

  /** A text inside a wrapper, which may be several lines, or a part of one. */
  #lines(stream: string, { text, at, ...told }: Line, isPartial: boolean): Fate {
    const key = this.#inner.size < STREAM_LIMIT ? stream : "";
    const reader = this.#inner.get(key) ?? new LineReader(this.#sink, this.#depth + 1);
    this.#inner.set(key, reader);
    const lines = text.replace(/\n$/, "").split("\n");
    let fate: Fate = "none";
    for (const [i, each] of lines.entries()) {
      const found = reader.line(each, at, told, isPartial && i === lines.length - 1);
      if (found !== "none" && each !== "") fate = found;
    }
    return fate;
  }

  #torn(text: string, line: Line): boolean {
    if (!TELLS.test(text)) return false;
    this.#sink.torn(text, line);
    return true;
  }
}

/** What a stream of events puts before its data is not part of it. */
function withoutField(line: Line): Line {
  return line.text.startsWith("data:")
    ? { ...line, text: line.text.replace(/^data: ?/, "") }
    : line;
}
