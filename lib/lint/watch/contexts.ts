/** Watches the contexts and tasks that clients name, and in which ones they are answered. */

import type { Message, ProtocolEvent, RpcRequest } from "../../protocol/model.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { Seen } from "../../timeline/watcher.ts";
import { FROM_1, FROM_02, type Rule } from "../rules/rule.ts";
import type { VersionBook } from "./versions.ts";
import type { MakeWatch } from "./watch.ts";

/** What is still to be seen of the answer to a message. */
interface Awaited {
  readonly message: Message;
  /** The message names a task of another context than its own. */
  readonly isForeign: boolean;
  /** It names a task that nothing here tells of. */
  readonly isUnheardOf: boolean;
  hasContext: boolean;
  hasTask: boolean;
}

export const watchContexts: MakeWatch = (versions) => new Contexts(versions);

class Contexts {
  readonly kinds = ["task", "status", "message", "tasks", "request"] as const;
  readonly #versions: VersionBook;
  readonly #awaited = new Map<number, Awaited>();
  /** Contexts that agents made here, so that all their tasks were seen to begin. */
  readonly #begun = new Set<string>();
  /** Tasks that nothing tells of but a list. */
  readonly #listed = new Set<string>();

  constructor(versions: VersionBook) {
    this.#versions = versions;
  }

  opened(timeline: Timeline, exchange: Exchange): void {
    if (exchange.request) this.#asked(timeline, exchange, exchange.request);
  }

  saw(seen: Seen): void {
    const { timeline, exchange, event } = seen;
    if (event.kind === "tasks") {
      for (const { id } of event.tasks) if (id !== null) this.#listed.add(id);
    } else if (event.kind === "request") {
      this.#asked(timeline, exchange, event.request, seen.ordinal);
    } else {
      const awaited = this.#awaited.get(exchange.index);
      if (awaited) this.#answered(seen, awaited);
    }
  }

  ended(_timeline: Timeline, { index }: Exchange): void {
    this.#awaited.delete(index);
  }

  #asked(timeline: Timeline, exchange: Exchange, { message }: RpcRequest, ordinal = -1): void {
    this.#awaited.delete(exchange.index);
    if (!message) return;
    this.#judgeReferences(timeline, exchange, message, ordinal);
    const lane = message.taskId === null ? undefined : timeline.taskByKey.get(message.taskId);
    const context = lane?.contexts.latest;
    this.#awaited.set(exchange.index, {
      message,
      isForeign:
        context !== undefined && message.contextId !== null && message.contextId !== context,
      isUnheardOf: message.taskId !== null && !lane && !this.#listed.has(message.taskId),
      hasContext: false,
      hasTask: false,
    });
  }

  #judgeReferences(
    timeline: Timeline,
    exchange: Exchange,
    { contextId, referenceTaskIds }: Message,
    ordinal: number,
  ): void {
    if (contextId === null || !this.#begun.has(contextId)) return;
    const isKnown = (id: string) => timeline.taskByKey.has(id) || this.#listed.has(id);
    if (referenceTaskIds.every(isKnown)) return;
    if (ordinal >= 0) timeline.breach("REF-UNKNOWN", ordinal);
    else timeline.breachIn("REF-UNKNOWN", exchange, "open");
  }

  #answered(seen: Seen, awaited: Awaited): void {
    const { timeline, exchange, event, ordinal } = seen;
    const breaks = (rule: string, by: Rule["versions"]) => {
      const version = this.#versions.of(timeline, exchange);
      if (by?.includes(version)) timeline.breach(rule, ordinal);
    };
    if (!awaited.hasTask && isOfTask(event)) {
      awaited.hasTask = true;
      if (awaited.isForeign) breaks("CTX-MISMATCH", FROM_1);
      if (awaited.isUnheardOf && isBeginning(event, awaited.message.taskId)) {
        breaks("TSK-CLIENT-ID", FROM_02);
      }
      const isMissing = event.kind === "task" && event.task.contextId === null;
      if (isMissing) breaks("CTX-MISSING", FROM_02);
    }
    const context = awaited.hasContext ? null : contextOf(event);
    if (context !== null) {
      awaited.hasContext = true;
      const { contextId, taskId } = awaited.message;
      if (contextId === null && taskId === null) this.#begun.add(context);
      const isReplaced = contextId !== null && contextId !== context && taskId === null;
      if (isReplaced) breaks("CTX-REPLACED", FROM_1);
    }
    if (awaited.hasTask && awaited.hasContext) this.#awaited.delete(exchange.index);
  }
}

/** Artifacts are passed over: they are most of all events, and never alone. */
function isOfTask({ kind }: ProtocolEvent): boolean {
  return kind === "task" || kind === "status";
}

/** Does a task of this id begin here, with nothing said in it before? */
function isBeginning(event: ProtocolEvent, id: string | null): boolean {
  if (event.kind === "status") return event.taskId === id && event.status.state === "submitted";
  if (event.kind !== "task" || event.task.id !== id) return false;
  return event.task.status.state === "submitted" && event.task.history.length <= 1;
}

function contextOf(event: ProtocolEvent): string | null {
  switch (event.kind) {
    case "task":
      return event.task.contextId;
    case "message":
      return event.message.contextId;
    case "status":
      return event.contextId;
    default:
      return null;
  }
}
