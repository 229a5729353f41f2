/**
 * A2A objects of a log as exchanges: a request opens one, an answer goes to the request whose id it
 * has, an event to the exchange that spoke of its task, and otherwise to the newest.
 */

import { isObject, type JsonObject, toPlainText } from "../../protocol/json.ts";
import { isRpcRequest } from "../../protocol/request.ts";
import type { ImportSink } from "../importer.ts";
import { isA2A, isA2ARequest, isAnswer, isSendBody } from "./a2a.ts";
import { Clock } from "./instant.ts";
import type { Found, Told } from "./reader.ts";

export class Conversation {
  /** Objects taken so far. */
  count = 0;
  readonly #sink: ImportSink;
  readonly #by: string;
  readonly #clock = new Clock();
  readonly #byRequest = new Map<string, string>();
  readonly #byTask = new Map<string, string>();
  #exchanges = 0;
  #asked = false;

  constructor(sink: ImportSink, by: string) {
    this.#sink = sink;
    this.#by = by;
  }

  /** False where it is an answer to somebody else. */
  take(found: Found): boolean {
    const { value } = found;
    if (isRequest(found)) {
      this.#open(found);
      return true;
    }
    // An answer without an A2A object in it may be anybody's who speaks JSON-RPC.
    const known = isAnswer(value) ? this.#byRequest.get(keyOf(value.id)) : undefined;
    const isOurs = known !== undefined || isA2A(value) || (isFailure(value) && !this.#asked);
    if (!isOurs) return false;
    const tasks = tasksIn(value);
    const ofTask = found.isReply ? undefined : this.#ofTasks(tasks);
    const x = known ?? ofTask ?? this.#newest(found);
    this.#data(x, `${found.text}\n`, found);
    for (const task of tasks) this.#byTask.set(task, x);
    return true;
  }

  /** What was cut off by the end of the log. */
  torn(text: string, told: Told): void {
    this.count++;
    this.#data(this.#newest(told), text, told);
  }

  end(): void {
    for (let i = 1; i <= this.#exchanges; i++) {
      this.#sink.record({ r: "end", x: `x${i}`, t: null, cause: "unknown" });
    }
  }

  #open({ value, text, http, ...told }: Found): void {
    const x = this.#begin(told, text, http);
    this.#asked = true;
    if (isRpcRequest(value)) this.#byRequest.set(keyOf(value.id), x);
  }

  #begin(told: Pick<Told, "instant">, body: string, http: Told["http"]): string {
    this.count++;
    const t = this.#time(told);
    const x = `x${++this.#exchanges}`;
    const { method, url } = http ?? { method: "", url: "" };
    const sent = body === "" ? {} : { body };
    this.#sink.record({ r: "open", x, t, method, url, headers: [], ...sent });
    return x;
  }

  #newest(told: Told): string {
    return this.#exchanges > 0 ? `x${this.#exchanges}` : this.#begin(told, "", null);
  }

  #data(x: string, text: string, told: Told): void {
    this.count++;
    this.#sink.record({ r: "data", x, t: this.#time(told), text });
  }

  #ofTasks(tasks: Iterable<string>): string | undefined {
    for (const task of tasks) {
      const x = this.#byTask.get(task);
      if (x !== undefined) return x;
    }
    return undefined;
  }

  /** The first time there is begins the recording, and says when that was. */
  #time({ instant }: Pick<Told, "instant">): number | null {
    const isFirst = this.#clock.at === null;
    const time = this.#clock.time(instant);
    const { at } = this.#clock;
    if (isFirst && at !== null && this.#exchanges === 0) {
      this.#sink.record({ r: "loupe", version: 1, id: "", at, by: this.#by });
    }
    return time;
  }
}

function isRequest({ value, direction, http }: Found): boolean {
  if (isA2ARequest(value) || isSendBody(value)) return true;
  return direction === "request" && http !== null && !isA2A(value);
}

const keyOf = (id: unknown): string => `${typeof id} ${toPlainText(id)}`;

const isFailure = (value: JsonObject): boolean => isAnswer(value) && isObject(value.error);

/** The tasks that an object names, wherever A2A has them. */
function tasksIn(value: JsonObject): ReadonlySet<string> {
  const result = isObject(value.result) ? value.result : value;
  const tasks = new Set<string>();
  const add = (id: unknown) => void (typeof id === "string" && tasks.add(id));
  const addOf = (place: unknown) => void (isObject(place) && add(place.taskId ?? place.task_id));
  addOf(result);
  addOf(result.statusUpdate);
  addOf(result.status_update);
  addOf(result.artifactUpdate);
  addOf(result.artifact_update);
  addOf(result.message);
  add(isObject(result.task) ? result.task.id : result.status ? result.id : undefined);
  return tasks;
}
