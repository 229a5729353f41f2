/** Checks the contexts and tasks that clients name against those of the responses. */

import type { Message, ProtocolEvent, RpcRequest } from "../../protocol/model.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { EventContext } from "../../timeline/timeline-observer.ts";
import { type Rule, VERSIONS_FROM_1, VERSIONS_FROM_02 } from "../rules/rule.ts";
import type { CheckerFactory } from "./checker.ts";
import type { VersionTracker } from "./version-tracker.ts";

/** A message whose response is not complete yet. */
interface PendingResponse {
  readonly message: Message;
  /** Whether the message names a task of a context other than its own. */
  readonly isForeign: boolean;
  /** Whether it names a task that is unknown in this log. */
  readonly isUnknownTask: boolean;
  hasContext: boolean;
  hasTask: boolean;
}

export const createContextChecker: CheckerFactory = (versions) => new ContextChecker(versions);

class ContextChecker {
  readonly kinds = ["task", "status", "message", "tasks", "request"] as const;
  readonly #versions: VersionTracker;
  readonly #pending = new Map<number, PendingResponse>();
  /** Contexts that agents created in this log, so that all their tasks are known. */
  readonly #createdContexts = new Set<string>();
  /** Tasks that are known only from a list. */
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
      const pending = this.#pending.get(exchange.index);
      if (pending) this.#checkResponse(seen, pending);
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

  #checkResponse(seen: EventContext, pending: PendingResponse): void {
    const { timeline, exchange, event, ordinal } = seen;
    const report = (rule: string, by: Rule["versions"]) => {
      const version = this.#versions.getVersion(timeline, exchange);
      if (by?.includes(version)) timeline.reportViolation(rule, ordinal);
    };
    if (!pending.hasTask && isTaskOrStatus(event)) {
      pending.hasTask = true;
      if (pending.isForeign) report("CTX-MISMATCH", VERSIONS_FROM_1);
      if (pending.isUnknownTask && isTaskStart(event, pending.message.taskId)) {
        report("TSK-CLIENT-ID", VERSIONS_FROM_02);
      }
      const isMissing = event.kind === "task" && event.task.contextId === null;
      if (isMissing) report("CTX-MISSING", VERSIONS_FROM_02);
    }
    const context = pending.hasContext ? null : getContextId(event);
    if (context !== null) {
      pending.hasContext = true;
      const { contextId, taskId } = pending.message;
      if (contextId === null && taskId === null) this.#createdContexts.add(context);
      const isReplaced = contextId !== null && contextId !== context && taskId === null;
      if (isReplaced) report("CTX-REPLACED", VERSIONS_FROM_1);
    }
    if (pending.hasTask && pending.hasContext) this.#pending.delete(exchange.index);
  }
}

/** Artifact updates are skipped: they are most events, and never come alone. */
function isTaskOrStatus({ kind }: ProtocolEvent): boolean {
  return kind === "task" || kind === "status";
}

/** Whether a task with this ID starts here, without an earlier message. */
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
