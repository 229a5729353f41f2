/**
 * Translates the ids of a recorded run for a live agent: ids that the recorded agent created map to
 * those that the live one creates at the same point, in order; ids that the client created are
 * replaced by new ones.
 */

import type { Call, OutgoingMessage } from "../protocol/call.ts";
import type { Exchange } from "../timeline/exchange.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { ResendContent } from "./masked-secrets.ts";
import { mapStrings } from "./masked-secrets.ts";

/** A translated value, with notes for the user about ids that could not be kept. */
interface TranslationResult<T> {
  readonly value: T;
  readonly notes: readonly string[];
}

export class IdMapping {
  readonly #recorded: Timeline;
  readonly #makeId: () => string;
  readonly #tasks = new Map<string, string>();
  readonly #contexts = new Map<string, string>();
  readonly #messages = new Map<string, string>();

  constructor(recorded: Timeline, makeId: () => string) {
    this.#recorded = recorded;
    this.#makeId = makeId;
  }

  /** Maps the tasks and contexts of a recorded response to those of the live one. */
  addExchange(recorded: Exchange, live: Exchange, timeline: Timeline): void {
    pairIds(this.#tasks, getTaskIds(recorded, this.#recorded), getTaskIds(live, timeline));
    pairIds(this.#contexts, getContextIds(recorded, this.#recorded), getContextIds(live, timeline));
  }

  translate(content: ResendContent, recorded: Exchange): TranslationResult<ResendContent> {
    if (content.kind === "raw") {
      return { value: { ...content, body: this.#translateBody(content.body) }, notes: [] };
    }
    const { value, notes } = this.#translateCall(content.call, content.hasClientIds, recorded);
    return { value: { ...content, call: value }, notes };
  }

  #translateCall(call: Call, hasClientIds: boolean, recorded: Exchange): TranslationResult<Call> {
    if ("message" in call) {
      const { value, notes } = this.#translateMessage(call.message, hasClientIds, recorded);
      return { value: { ...call, message: value }, notes };
    }
    if (call.operation === "list") {
      const { contextId } = call.filter;
      const known = contextId === undefined ? undefined : this.#contexts.get(contextId);
      const filter = { ...call.filter, ...(known !== undefined && { contextId: known }) };
      return { value: { ...call, filter }, notes: [] };
    }
    if (!("taskId" in call)) return { value: call, notes: [] };
    const known = this.#tasks.get(call.taskId);
    if (known !== undefined) return { value: { ...call, taskId: known }, notes: [] };
    return { value: call, notes: ["Refers to a task that this run did not start."] };
  }

  #translateMessage(
    message: OutgoingMessage,
    hasClientIds: boolean,
    recorded: Exchange,
  ): TranslationResult<OutgoingMessage> {
    const { taskId, contextId, messageId, content } = message;
    const task = this.#translateTask(taskId, hasClientIds, recorded);
    const references = content?.referenceTaskIds?.map((id) => this.#tasks.get(id) ?? id);
    return {
      value: {
        ...message,
        messageId: this.#getOrCreateId(this.#messages, messageId),
        taskId: task.value,
        contextId: contextId === null ? null : this.#getOrCreateId(this.#contexts, contextId),
        ...(content && {
          content: { ...content, ...(references && { referenceTaskIds: references }) },
        }),
      },
      notes: task.notes,
    };
  }

  #translateTask(
    taskId: string | null,
    hasClientIds: boolean,
    recorded: Exchange,
  ): TranslationResult<string | null> {
    if (taskId === null) return { value: null, notes: [] };
    const known = this.#tasks.get(taskId);
    if (known !== undefined) return { value: known, notes: [] };
    if (hasClientIds) return { value: null, notes: [] };
    const lane = this.#recorded.taskByKey.get(taskId);
    // The recorded agent rejected the id, and so should the live one.
    if (!lane || !recorded.taskSet.has(lane.index)) return { value: taskId, notes: [] };
    return {
      value: null,
      notes: ["Continued a task from before the log. Starts a new task instead."],
    };
  }

  #getOrCreateId(known: Map<string, string>, id: string): string {
    const found = known.get(id);
    if (found !== undefined) return found;
    const fresh = this.#makeId();
    known.set(id, fresh);
    return fresh;
  }

  /** Replaces every string that is a known id. */
  #translateBody(body: string): string {
    const value: unknown = JSON.parse(body);
    const translated = mapStrings(
      value,
      (text) =>
        this.#tasks.get(text) ?? this.#contexts.get(text) ?? this.#messages.get(text) ?? text,
    );
    return JSON.stringify({ ...(translated as object), id: this.#makeId() });
  }
}

/** Pairs unknown ids in order and keeps known pairs. */
function pairIds(known: Map<string, string>, recorded: readonly string[], live: readonly string[]) {
  const taken = new Set(known.values());
  const free = live.filter((id) => !taken.has(id));
  for (const id of recorded) {
    if (known.has(id)) continue;
    const next = free.shift();
    if (next === undefined) return;
    known.set(id, next);
  }
}

function getTaskIds({ tasks }: Exchange, timeline: Timeline): string[] {
  return tasks.map(({ task }) => timeline.tasks[task]?.id ?? "").filter((id) => id !== "");
}

/** The contexts of its tasks and of its replies. */
function getContextIds(exchange: Exchange, timeline: Timeline): string[] {
  const ofTasks = exchange.tasks.map(({ task }) => timeline.tasks[task]?.contexts.latest);
  const replied: (string | null)[] = [];
  for (let at = 0; at < exchange.replies.count; at++) {
    const entry = timeline.entries[timeline.events.entry.at(exchange.replies.at(at))];
    if (entry?.kind === "message") replied.push(entry.message.message.contextId);
  }
  return [
    ...new Set([...ofTasks, ...replied].filter((id) => typeof id === "string" && id !== "")),
  ] as string[];
}
