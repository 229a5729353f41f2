/** Watches the contexts and tasks that clients name, and in which ones they are answered. */

import type { Message, ProtocolEvent, RpcRequest } from "../../protocol/model.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { EventContext } from "../../timeline/timeline-observer.ts";
import { type Rule, VERSIONS_FROM_1, VERSIONS_FROM_02 } from "../rules/rule.ts";
import type { CheckerFactory } from "./checker.ts";
import type { VersionTracker } from "./version-tracker.ts";

/** What is still to be seen of the answer to a message. */
interface PendingResponse {
  readonly message: Message;
  /** The message names a task of another context than its own. */
  readonly isForeign: boolean;
  /** It names a task that nothing here tells of. */
  readonly isUnknownTask: boolean;
  hasContext: boolean;
  hasTask: boolean;
}

export const createContextChecker: CheckerFactory = (versions) => new ContextChecker(versions);

class ContextChecker {
  readonly kinds = ["task", "status", "message", "tasks", "request"] as const;
  readonly #versions: VersionTracker;
  readonly #pending = new Map<number, PendingResponse>();
  /** Contexts that agents made here, so that all their tasks were seen to begin. */
  readonly #createdContexts = new Set<string>();
  /** Tasks that nothing tells of but a list. */
  readonly #listedTasks = new Set<string>();

  constructor(versions: VersionTracker) {
    this.#versions = versions;
  }

  onOpen(timeline: Timeline, exchange: Exchange): void {
    if (exchange.request) this.#addRequest(timeline, exchange, exchange.request);
  }

  onEvent(seen: EventContext): void {
    const { timeline, exchange, event } = seen;
    if (event.kind === "tasks") {
      for (const { id } of event.tasks) if (id !== null) this.#listedTasks.add(id);
    } else if (event.kind === "request") {
      this.#addRequest(timeline, exchange, event.request, seen.ordinal);
    } else {
      const awaited = this.#pending.get(exchange.index);
      if (awaited) this.#checkResponse(seen, awaited);
    }
  }

  onEnd(_timeline: Timeline, { index }: Exchange): void {
    this.#pending.delete(index);
  }

  #addRequest(timeline: Timeline, exchange: Exchange, { message }: RpcRequest, ordinal = -1): void {
    this.#pending.delete(exchange.index);
    if (!message) return;
    this.#checkReferences(timeline, exchange, message, ordinal);
    const lane = message.taskId === null ? undefined : timeline.taskByKey.get(message.taskId);
    const context = lane?.contexts.latest;
    this.#pending.set(exchange.index, {
      message,
      isForeign:
        context !== undefined && message.contextId !== null && message.contextId !== context,
      isUnknownTask: message.taskId !== null && !lane && !this.#listedTasks.has(message.taskId),
      hasContext: false,
      hasTask: false,
    });
  }

  #checkReferences(
    timeline: Timeline,
    exchange: Exchange,
    { contextId, referenceTaskIds }: Message,
    ordinal: number,
  ): void {
    if (contextId === null || !this.#createdContexts.has(contextId)) return;
    const isKnown = (id: string) => timeline.taskByKey.has(id) || this.#listedTasks.has(id);
    if (referenceTaskIds.every(isKnown)) return;
    if (ordinal >= 0) timeline.reportViolation("REF-UNKNOWN", ordinal);
    else timeline.reportPhaseViolation("REF-UNKNOWN", exchange, "open");
  }

  #checkResponse(seen: EventContext, awaited: PendingResponse): void {
    const { timeline, exchange, event, ordinal } = seen;
    const breaks = (rule: string, by: Rule["versions"]) => {
      const version = this.#versions.getVersion(timeline, exchange);
      if (by?.includes(version)) timeline.reportViolation(rule, ordinal);
    };
    if (!awaited.hasTask && isTaskOrStatus(event)) {
      awaited.hasTask = true;
      if (awaited.isForeign) breaks("CTX-MISMATCH", VERSIONS_FROM_1);
      if (awaited.isUnknownTask && isTaskStart(event, awaited.message.taskId)) {
        breaks("TSK-CLIENT-ID", VERSIONS_FROM_02);
      }
      const isMissing = event.kind === "task" && event.task.contextId === null;
      if (isMissing) breaks("CTX-MISSING", VERSIONS_FROM_02);
    }
    const context = awaited.hasContext ? null : getContextId(event);
    if (context !== null) {
      awaited.hasContext = true;
      const { contextId, taskId } = awaited.message;
      if (contextId === null && taskId === null) this.#createdContexts.add(context);
      const isReplaced = contextId !== null && contextId !== context && taskId === null;
      if (isReplaced) breaks("CTX-REPLACED", VERSIONS_FROM_1);
    }
    if (awaited.hasTask && awaited.hasContext) this.#pending.delete(exchange.index);
  }
}

/** Artifacts are passed over: they are most of all events, and never alone. */
function isTaskOrStatus({ kind }: ProtocolEvent): boolean {
  return kind === "task" || kind === "status";
}

/** Does a task of this id begin here, with nothing said in it before? */
function isTaskStart(event: ProtocolEvent, id: string | null): boolean {
  if (event.kind === "status") return event.taskId === id && event.status.state === "submitted";
  if (event.kind !== "task" || event.task.id !== id) return false;
  return event.task.status.state === "submitted" && event.task.history.length <= 1;
}

function getContextId(event: ProtocolEvent): string | null {
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
