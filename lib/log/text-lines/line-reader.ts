/** Reads lines of any log: strips collectors' wrappers, joins split lines, and finds the A2A. */

import { isObject, type JsonObject } from "../../protocol/json.ts";
import { parseRestCall } from "../../protocol/rest-call.ts";
import {
  type CollectorWrapper,
  findInstant,
  type PayloadDirection,
  parseWrapper,
} from "./collector-wrapper.ts";
import { EmbeddedJsonFinder, type LineOutcome } from "./embedded-json.ts";
import { type Instant, parseEpoch, parseLeadingInstant } from "./instant.ts";
import { isA2A, isEnvelopedResponse, isSendBody } from "./is-a2a.ts";

/** What the log contains about a payload. */
export interface PayloadContext {
  readonly instant: Instant | null;
  readonly direction: PayloadDirection | null;
  readonly http: CollectorWrapper["http"];
  /** It is in the same entry as its request. */
  readonly isPairedResponse: boolean;
}

interface LogLine extends PayloadContext {
  readonly text: string;
  /** Byte offset in the source. */
  readonly at: number;
}

/** One A2A object, and its exact text. */
export interface A2AObject extends PayloadContext {
  readonly value: JsonObject;
  readonly text: string;
}

interface LineReaderSink {
  /** False if it is not A2A after all. */
  onObject(found: A2AObject): boolean;
  /** A2A text that the end of the source cut off. */
  onTruncated(text: string, context: PayloadContext): void;
  /** A line that waited for its rest and is not A2A. */
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
/** Member names that identify A2A even if it cannot be parsed. */
const A2A_MEMBERS =
  /"(?:taskId|task_id|contextId|context_id|statusUpdate|artifactUpdate|artifactId|messageId)"|-update"/;

/** The lines of one source among several. */
interface LineSource {
  readonly json: EmbeddedJsonFinder<LogLine>;
  part: LogLine | null;
  /** Time of the previous line, if the next line may be part of its message. */
  previousInstant: Instant | null;
}

export class LineReader {
  readonly #sink: LineReaderSink;
  readonly #depth: number;
  readonly #sources = new Map<string, LineSource>();
  /** Readers of the text inside wrappers, by stream. */
  readonly #innerReaders = new Map<string, LineReader>();

  constructor(sink: LineReaderSink, depth = 0) {
    this.#sink = sink;
    this.#depth = depth;
  }

  addLine(
    text: string,
    at: number,
    context: PayloadContext = EMPTY_CONTEXT,
    isPartial = false,
  ): LineOutcome {
    const read = stripLinePrefix(text.endsWith("\r") ? text.slice(0, -1) : text);
    const source = this.#getSource(read.stream);
    const { part, previousInstant } = source;
    const isNext = /^\s*[{[]/.test(read.text);
    const whole: LogLine = {
      ...context,
      text: part ? part.text + read.text : read.text,
      at: part?.at ?? at,
      instant:
        part?.instant ?? read.instant ?? context.instant ?? (isNext ? previousInstant : null),
    };
    source.part = null;
    source.previousInstant = read.instant;
    if ((isPartial || read.isPartial) && whole.text.length < PART_LIMIT) {
      source.part = whole;
      return "waiting";
    }
    return source.json.push(stripSseField(whole));
  }

  /** Adds a value from a list in a document. */
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

  /** Handles an object, whose text is that of the line, inside `depth` others. */
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
    let outcome: LineOutcome = "none";
    let taken: PayloadDirection | null = null;
    for (const inside of wrapper.payloads) {
      const direction = inside.direction ?? line.direction;
      // Wrappers often repeat a payload, but a request and its response are two.
      const isOther = taken !== null && direction !== null && direction !== taken;
      if (outcome !== "none" && !isOther) continue;
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
      outcome = found;
      taken = direction;
    }
    if (outcome !== "none" || !wrapper.http || wrapper.direction === "response") return outcome;
    if (!parseRestCall(wrapper.http.method, wrapper.http.url)) return "none";
    const call: A2AObject = { ...line, value: {}, text: "", instant, direction: "request", http };
    return this.#sink.onObject(call) ? "taken" : "none";
  }

  /** Reads a string inside a wrapper: several lines, or part of one. */
  #addInnerLines(
    stream: string,
    { text, at, ...context }: LogLine,
    isPartial: boolean,
  ): LineOutcome {
    const key = this.#innerReaders.size < STREAM_LIMIT ? stream : "";
    const reader = this.#innerReaders.get(key) ?? new LineReader(this.#sink, this.#depth + 1);
    this.#innerReaders.set(key, reader);
    const lines = text.replace(/\n$/, "").split("\n");
    let outcome: LineOutcome = "none";
    for (const [i, each] of lines.entries()) {
      const found = reader.addLine(each, at, context, isPartial && i === lines.length - 1);
      if (found !== "none" && each !== "") outcome = found;
    }
    return outcome;
  }

  #addTruncated(text: string, line: LogLine): boolean {
    if (!A2A_MEMBERS.test(text)) return false;
    this.#sink.onTruncated(text, line);
    return true;
  }
}

/** Strips the SSE `data:` field name. */
function stripSseField(line: LogLine): LogLine {
  return line.text.startsWith("data:")
    ? { ...line, text: line.text.replace(/^data: ?/, "") }
    : line;
}

interface PrefixedLine {
  /** The line without its prefix. */
  readonly text: string;
  readonly instant: Instant | null;
  /** The source, if lines of several sources alternate. */
  readonly stream: string;
  /** The line continues in the next one of the same stream. */
  readonly isPartial: boolean;
}

/** `kubectl logs --prefix`, `docker compose logs`. */
const SOURCE = /^(?:\[([\w.-]+(?:\/[\w.-]+)+)\]|([\w.-]+) +\|) ?/;
/** Log files of the container runtime. */
const RUNTIME = /^(stdout|stderr) ([FP]) /;
const EPOCH = /^(\d{10}(?:\.\d{1,9})?|\d{13}|\d{16}|\d{19})(?=[\s,|])/;

function stripLinePrefix(line: string): PrefixedLine {
  let text = line;
  let instant: Instant | null = null;
  let stream = "";
  let isPartial = false;
  const source = SOURCE.exec(text);
  if (source) {
    stream = source[1] ?? source[2] ?? "";
    text = text.slice(source[0].length);
  }
  const bracket = /^[[(]/.test(text) ? 1 : 0;
  const start = parseLeadingInstant(text.slice(bracket, bracket + 64));
  const epoch = start ? null : EPOCH.exec(text);
  if (start) {
    ({ instant } = start);
    text = text.slice(bracket + start.length).replace(bracket ? /^[\])]\s?/ : /^\s/, "");
  } else if (epoch) {
    instant = parseEpoch(epoch[1] ?? "");
    text = text.slice(epoch[0].length).replace(/^[\s,|]/, "");
  }
  const runtime = instant ? RUNTIME.exec(text) : null;
  if (runtime) {
    stream = `${stream} ${runtime[1]}`.trim();
    isPartial = runtime[2] === "P";
    text = text.slice(runtime[0].length);
  }
  return { text, instant, stream, isPartial };
}
