/**
 * The first events of a response as a log has them, which a caller gets in place of the agent's.
 *
 * Guarantees: events are given in their order, no sooner than the log has them by its times; the log is
 * not read further than it is needed.
 */

import { getErrorMessage } from "../../../text/error-message.ts";
import { getResponseBodyRule, Http1Reader } from "../../../wire/http1-reader.ts";
import type { AnswerSource, RawRequest } from "./answers.ts";
import type { AppliedStep } from "./tap-plan.ts";
import { type WatchedEvent, WatchedExchange, type WatchedRequest } from "./watched-exchange.ts";

interface RecordedEventsOptions {
  readonly answers: AnswerSource;
  /** The log. */
  readonly from: string;
  /** The first event that is the agent's again, from 1. */
  readonly leaveAt: number;
  readonly request: RawRequest;
  readonly watched: WatchedRequest;
  readonly applied: AppliedStep;
  readonly gone: AbortSignal;
}

export class RecordedEvents {
  readonly from: string;
  readonly leaveAt: number;
  /** The step of the plan that says so. */
  readonly applied: AppliedStep;
  readonly #log: WatchedExchange;
  readonly #events: WatchedEvent[] = [];
  #isOver = false;
  #problem: string | null = null;
  #waiting: (() => void)[] = [];
  /** What the agent calls its task and context, and what the log does. */
  readonly #names = new Map<string, string>();

  constructor(options: RecordedEventsOptions) {
    this.from = options.from;
    this.leaveAt = options.leaveAt;
    this.applied = options.applied;
    this.#log = new WatchedExchange(options.watched);
    void this.#read(options)
      .catch((error) => {
        this.#problem = getErrorMessage(error);
      })
      .then(() => {
        this.#isOver = true;
        this.#wake();
      });
  }

  /** The event with a number, once the log has it; `null` if it has none. */
  async get(number: number): Promise<WatchedEvent | null> {
    while (this.#events.length < number && !this.#isOver) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    return this.#events[number - 1] ?? null;
  }

  /** Why the log could not be read; `null` if it could. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Only a stream can go on as another stream. */
  get isStream(): boolean {
    return this.#log.isSse;
  }

  /** The agent's event has been replaced by this one. */
  learnNames(event: WatchedEvent, recorded: WatchedEvent): void {
    const [own, logged] = [getNames(event), getNames(recorded)];
    for (const [i, name] of own.entries()) {
      const other = logged[i];
      if (name && other && name !== other) this.#names.set(name, other);
    }
  }

  /** The event with the task and context of the log; itself if it names none. */
  rename(event: WatchedEvent): WatchedEvent {
    let { text } = event;
    for (const [name, other] of this.#names) {
      text = text.replaceAll(JSON.stringify(name), () => JSON.stringify(other));
    }
    return text === event.text ? event : { ...event, text };
  }

  async #read({ answers, from, request, gone }: RecordedEventsOptions): Promise<void> {
    const log = this.#log;
    const add = (stretches: ReturnType<WatchedExchange["read"]>) => {
      this.#events.push(...stretches.flatMap(({ event }) => event ?? []));
      this.#wake();
    };
    let isOver = false;
    const reader = new Http1Reader(
      "response",
      {
        onHead: (head) => head.kind === "response" && log.readHead(head),
        onBody: (bytes) => add(log.read(Buffer.from(bytes))),
        onEnd: () => {
          isOver = true;
          add(log.finish());
        },
        onOther: () => undefined,
      },
      (head) => getResponseBodyRule(head, request.method),
    );
    for await (const bytes of answers.request(from, request, gone)) {
      reader.push(bytes);
      if (isOver || this.#events.length >= this.leaveAt - 1) return;
    }
    reader.close();
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** Of the task and the context. */
function getNames({ event }: WatchedEvent): (string | null | undefined)[] {
  switch (event.kind) {
    case "task":
      return [event.task.id, event.task.contextId];
    case "status":
    case "artifact":
      return [event.taskId, event.contextId];
    case "message":
      return [event.message.taskId, event.message.contextId];
    default:
      return [];
  }
}
