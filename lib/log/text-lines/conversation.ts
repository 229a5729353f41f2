/**
 * Groups the A2A objects of a log into exchanges. A request opens one; a response goes to the
 * request with its id; an event goes to the exchange that mentioned its task, or else to the
 * newest.
 */

import { isObject, type JsonObject, toPlainText } from "../../protocol/json.ts";
import { isRpcRequest } from "../../protocol/request.ts";
import type { ImportSink } from "../importer.ts";
import { LogClock } from "./instant.ts";
import { isA2A, isA2ARequest, isEnvelopedResponse, isSendBody } from "./is-a2a.ts";
import type { A2AObject, PayloadContext } from "./line-reader.ts";

export class Conversation {
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
