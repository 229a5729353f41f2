/** Imports the A2A among lines of text, and counts the other lines. */

import { isObject, type JsonObject, toPlainText } from "../../protocol/json.ts";
import { isRpcRequest } from "../../protocol/request.ts";
import { formatPlural } from "../../text/plural.ts";
import { SKIPPED_TEXT_LIMIT } from "../../wire/record.ts";
import { createNoA2AError, type ImportSink } from "../importer.ts";
import { LogClock } from "./instant.ts";
import { isA2A, isA2ARequest, isEnvelopedResponse, isSendBody } from "./is-a2a.ts";
import { type A2AObject, EMPTY_CONTEXT, LineReader, type PayloadContext } from "./line-reader.ts";

export class LineImport {
  readonly #sink: ImportSink;
  readonly #conversation: Conversation;
  readonly #reader: LineReader;
  /** Number of lines that are not A2A, and the first one. */
  #others = 0;
  #firstOther: { readonly at: number; readonly text: string } | null = null;

  constructor(sink: ImportSink, by: string) {
    this.#sink = sink;
    this.#conversation = new Conversation(sink, by);
    this.#reader = new LineReader({
      onObject: (found) => this.#conversation.addObject(found),
      onTruncated: (text, context) => this.#conversation.addTruncated(text, context),
      onOther: (line) => this.#addOther(line.at, line.text),
    });
  }

  addLine(text: string, at: number, context: PayloadContext = EMPTY_CONTEXT): void {
    if (this.#reader.addLine(text, at, context) === "none") this.#addOther(at, text);
  }

  /** Adds an entry of a document by its exact text. */
  addEntry(text: string, at: number): void {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return this.#skip(at, "an entry that is not JSON", text);
    }
    if (this.#reader.addValue(value, text, at) === "none") this.#addOther(at, text);
  }

  /** `start`: the start of the source, if it has no lines. */
  end(start = ""): void {
    this.#reader.end();
    const { text = start, at = 0 } = this.#firstOther ?? {};
    if (this.#conversation.count === 0)
      throw createNoA2AError(formatPlural(this.#others, "line"), text);
    this.#conversation.end();
    if (this.#others === 0) return;
    const reason = `${formatPlural(this.#others, "line")} that ${this.#others === 1 ? "is" : "are"} not A2A`;
    this.#sink.skip({ at, reason, text, beside: true });
  }

  #addOther(at: number, text: string): void {
    this.#others++;
    if (this.#firstOther && this.#firstOther.at <= at) return;
    this.#firstOther = { at, text: text.slice(0, SKIPPED_TEXT_LIMIT) };
  }

  #skip(at: number, reason: string, text: string): void {
    this.#sink.skip({ at, reason, text: text.slice(0, SKIPPED_TEXT_LIMIT) });
  }
}

/**
 * Groups the A2A objects of a log into exchanges. A request opens one; a response goes to the
 * request with its id; an event goes to the exchange that mentioned its task, or else to the
 * newest.
 */
class Conversation {
  /** Objects read so far. */
  count = 0;
  readonly #sink: ImportSink;
  readonly #by: string;
  readonly #clock = new LogClock();
  readonly #byRequest = new Map<string, string>();
  readonly #byTask = new Map<string, string>();
  #exchanges = 0;
  #hasRequest = false;

  constructor(sink: ImportSink, by: string) {
    this.#sink = sink;
    this.#by = by;
  }

  /** False if it is a response to another client. */
  addObject(found: A2AObject): boolean {
    const { value } = found;
    if (isRequest(found)) {
      this.#open(found);
      return true;
    }
    // A response without an A2A object may belong to any JSON-RPC client.
    const known = isEnvelopedResponse(value)
      ? this.#byRequest.get(getRequestKey(value.id))
      : undefined;
    const isOurs =
      known !== undefined || isA2A(value) || (isErrorResponse(value) && !this.#hasRequest);
    if (!isOurs) return false;
    const tasks = findTaskIds(value);
    const ofTask = found.isPairedResponse ? undefined : this.#findByTask(tasks);
    const x = known ?? ofTask ?? this.#getNewest(found);
    this.#addData(x, `${found.text}\n`, found);
    for (const task of tasks) this.#byTask.set(task, x);
    return true;
  }

  /** Adds the text that the end of the log cut off. */
  addTruncated(text: string, context: PayloadContext): void {
    this.count++;
    this.#addData(this.#getNewest(context), text, context);
  }

  end(): void {
    for (let i = 1; i <= this.#exchanges; i++) {
      this.#sink.record({ r: "end", x: `x${i}`, t: null, cause: "unknown" });
    }
  }

  #open({ value, text, http, ...context }: A2AObject): void {
    const x = this.#openExchange(context, text, http);
    this.#hasRequest = true;
    if (isRpcRequest(value)) this.#byRequest.set(getRequestKey(value.id), x);
  }

  #openExchange(
    context: Pick<PayloadContext, "instant">,
    body: string,
    http: PayloadContext["http"],
  ): string {
    this.count++;
    const t = this.#toRecordTime(context);
    const x = `x${++this.#exchanges}`;
    const { method, url } = http ?? { method: "", url: "" };
    const sent = body === "" ? {} : { body };
    this.#sink.record({ r: "open", x, t, method, url, headers: [], ...sent });
    return x;
  }

  #getNewest(context: PayloadContext): string {
    return this.#exchanges > 0 ? `x${this.#exchanges}` : this.#openExchange(context, "", null);
  }

  #addData(x: string, text: string, context: PayloadContext): void {
    this.count++;
    this.#sink.record({ r: "data", x, t: this.#toRecordTime(context), text });
  }

  #findByTask(tasks: Iterable<string>): string | undefined {
    for (const task of tasks) {
      const x = this.#byTask.get(task);
      if (x !== undefined) return x;
    }
    return undefined;
  }

  /** The first known time starts the recording and sets its date. */
  #toRecordTime({ instant }: Pick<PayloadContext, "instant">): number | null {
    const isFirst = this.#clock.startDate === null;
    const time = this.#clock.toRecordTime(instant);
    const { startDate } = this.#clock;
    if (isFirst && startDate !== null && this.#exchanges === 0) {
      this.#sink.record({ r: "loupe", version: 1, id: "", at: startDate, by: this.#by });
    }
    return time;
  }
}

function isRequest({ value, direction, http }: A2AObject): boolean {
  if (isA2ARequest(value) || isSendBody(value)) return true;
  return direction === "request" && http !== null && !isA2A(value);
}

const getRequestKey = (id: unknown): string => `${typeof id} ${toPlainText(id)}`;

const isErrorResponse = (value: JsonObject): boolean =>
  isEnvelopedResponse(value) && isObject(value.error);

/** The task ids in an object, wherever A2A allows them. */
function findTaskIds(value: JsonObject): ReadonlySet<string> {
  const result = isObject(value.result) ? value.result : value;
  const tasks = new Set<string>();
  const add = (id: unknown) => void (typeof id === "string" && tasks.add(id));
  const addOf = (value: unknown) => void (isObject(value) && add(value.taskId ?? value.task_id));
  addOf(result);
  addOf(result.statusUpdate);
  addOf(result.status_update);
  addOf(result.artifactUpdate);
  addOf(result.artifact_update);
  addOf(result.message);
  add(isObject(result.task) ? result.task.id : result.status ? result.id : undefined);
  return tasks;
}
