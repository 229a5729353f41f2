/** Rules about the contexts and tasks that clients name, and those of the responses. */

import type { Message, ProtocolEvent, RpcRequest } from "../../protocol/model.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import { OrderIssue, type Timeline } from "../../timeline/timeline.ts";
import type { EventContext } from "../../timeline/timeline-observer.ts";
import type { Checker, VersionTracker } from "../checkers/checker.ts";
import type { MessageFactory } from "../examples/message-factory.ts";
import { createSendParams } from "../examples/shared-examples.ts";
import {
  defineRule,
  type Rule,
  type RuleGroup,
  VERSIONS_FROM_1,
  VERSIONS_FROM_02,
} from "./rule.ts";

const CONTEXT = [["contextId"]] as const;

export const CONTEXTS = {
  title: "Contexts and tasks",
  rules: [
    defineRule({
      id: "CTX-SILENT-NEW",
      severity: "warning",
      title: "new task instead",
      message:
        "The message named a task that had ended, and the agent silently started a new one: 1.0 asks for an error, and a client that goes by the ID it sent waits for the wrong task.",
      clients:
        "A client that goes by the ID it sent waits for a task that will send nothing more. The SDKs' servers refuse such a message.",
      remedy:
        "Refuse a message for a task that has ended; the client can start a new task in the same context.",
      spec: "1.0 §3.1.1, 0.3 §6.1, 0.2 §6.1, 0.1 §6.1",
      breaks: (factory) => recordMessageAfterEnd(factory, factory.task("submitted", { id: "t2" })),
      nearly: (factory) =>
        recordMessageAfterEnd(factory, factory.error(-32004, "The task is over.")),
      check: { orderIssue: OrderIssue.SilentNewTask },
    }),
    defineRule({
      id: "CTX-MISSING",
      severity: "info",
      versions: VERSIONS_FROM_02,
      title: "no contextId",
      message:
        "The task in the response has no contextId, so the client cannot continue its context.",
      clients:
        "A client that continues the conversation has no ID for it: its next message starts a new one.",
      remedy: "Give every task the contextId it belongs to; generate one if the client sent none.",
      dispute:
        "A contextId that the agent generates must be in its response (1.0 §3.4.1), but a task need not have one: 0.2, 0.3 and the release candidate of 1.0 require it in every task, 1.0 requires it only in updates.",
      spec: "1.0 §3.4.1, 0.3 §6.1, 0.2 §6.1",
      breaks: (factory) =>
        factory.stream().addEvents(factory.task("working", { contextId: undefined })),
      nearly: (factory) => factory.stream().addEvents(factory.task("working")),
      check: createContextChecker,
    }),
    defineRule({
      id: "CTX-REPLACED",
      severity: "error",
      versions: VERSIONS_FROM_1,
      title: "context replaced",
      message: "The client named a context, but the response is in a different one.",
      clients:
        "The client keeps naming a context that the agent has nothing for, and finds none of its tasks there.",
      remedy: "Use the client's contextId, or refuse the message with an error.",
      spec: "1.0 §3.4.1",
      at: CONTEXT,
      breaks: (factory) => factory.stream({ contextId: "c9" }).addEvents(factory.task("working")),
      nearly: (factory) => factory.stream({ contextId: "c1" }).addEvents(factory.task("working")),
      check: createContextChecker,
    }),
    defineRule({
      id: "CTX-MISMATCH",
      severity: "error",
      versions: VERSIONS_FROM_1,
      title: "context mismatch",
      message:
        "The message named a task and a context other than the task's, and the agent accepted it.",
      clients:
        "Client and agent file the same task under two contexts. The SDKs' servers refuse such a message.",
      remedy: "Refuse a message whose contextId is not that of the task it names.",
      spec: "1.0 §3.4.3",
      at: CONTEXT,
      breaks: (factory) =>
        recordSecondMessage(factory, { taskId: "t1", contextId: "c9" }, factory.task("working")),
      nearly: (factory) =>
        recordSecondMessage(
          factory,
          { taskId: "t1", contextId: "c9" },
          factory.error(-32602, "bad context id"),
        ),
      check: createContextChecker,
    }),
    defineRule({
      id: "TSK-CLIENT-ID",
      severity: "warning",
      versions: VERSIONS_FROM_02,
      title: "task ID from client",
      message: "The client made up a task ID, and the agent created a task with it.",
      clients:
        "Two clients that make up the same ID share a task. Other agents refuse it: the SDKs' servers respond with TaskNotFound (−32001).",
      remedy:
        "The client should name only tasks that the agent created; the agent should respond with TaskNotFound to any other.",
      spec: "1.0 §3.4.2, 0.3 §6.1, 0.2 §6.1",
      at: [["id"], ["taskId"]],
      breaks: (factory) => factory.stream({ taskId: "t1" }).addEvents(factory.task("submitted")),
      nearly: (factory) => factory.stream({ taskId: "t1" }).addEvents(factory.task("working")),
      check: createContextChecker,
    }),
    defineRule({
      id: "REF-UNKNOWN",
      severity: "warning",
      versions: VERSIONS_FROM_02,
      title: "unknown reference",
      message:
        "The client's referenceTaskIds name a task that was never in this context, although the context began in this log.",
      clients:
        "The agent cannot use what it cannot find: the JavaScript SDK logs a warning and drops the reference, the Python SDK drops it silently.",
      remedy: "Fix the client: refer to tasks by the IDs that the agent assigned.",
      spec: "1.0 §3.4.3, 0.3 §6.4, 0.2 §6.4",
      breaks: (factory) =>
        recordSecondMessage(
          factory,
          { contextId: "c1", referenceTaskIds: ["t1", "t8"] },
          factory.task("working"),
        ),
      nearly: (factory) =>
        recordSecondMessage(
          factory,
          { contextId: "c1", referenceTaskIds: ["t1"] },
          factory.task("working"),
        ),
      check: createContextChecker,
    }),
  ],
} as const satisfies RuleGroup;

/** A waiting task, then another message that names these IDs, and its response. */
const recordSecondMessage = (factory: MessageFactory, names: object, answer: unknown) => {
  const recording = factory
    .stream()
    .addEvents(factory.task("working"), factory.status("input-required"))
    .addEnd();
  const params = createSendParams(factory, { messageId: "u2", ...names });
  return factory.addCall(recording, "stream", params, "x2").addEventsTo("x2", answer);
};

/** A message for a completed task, and its response. */
const recordMessageAfterEnd = (factory: MessageFactory, answer: unknown) => {
  const recording = factory
    .stream()
    .addEvents(factory.task("working"), factory.status("completed"))
    .addEnd();
  const message = createSendParams(factory, { messageId: "u2", taskId: "t1", contextId: "c1" });
  const params = factory.version === "0.1" ? { id: "t1", sessionId: "c1", ...message } : message;
  return factory.addCall(recording, "stream", params, "x2").addEventsTo("x2", answer);
};

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

function createContextChecker(versions: VersionTracker): Checker {
  return new ContextChecker(versions);
}

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
