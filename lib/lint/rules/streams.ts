/** Rules about how a stream starts and continues. */

import { OrderIssue } from "../../timeline/timeline.ts";
import { createStreamChecker } from "../checkers/streams.ts";
import type { MessageFactory } from "../examples/message-factory.ts";
import type { RecordingBuilder } from "../examples/recording-builder.ts";
import { recordWorkingTask } from "../examples/shared-examples.ts";
import {
  defineRule,
  type RuleGroup,
  VERSIONS_0,
  VERSIONS_FROM_1,
  VERSIONS_FROM_02,
  VERSIONS_WITH_KIND,
} from "./rule.ts";

const TASK_IDS = [["taskId"], ["task_id"], ["id"]] as const;

const CONTEXT_IDS = [["contextId"], ["context_id"], ["sessionId"]] as const;

export const STREAMS = {
  title: "Streams",
  rules: [
    defineRule({
      id: "STR-FIRST",
      severity: "error",
      versions: VERSIONS_FROM_1,
      title: "starts with an update",
      message: "A stream starts with an update: its first event must be a task or a message.",
      alone: true,
      clients:
        "A client has no task to apply the update to. On the agent's side the Python SDK refuses a status without a task since 1.0, and the JavaScript SDK drops it with a warning.",
      remedy: "Send the task itself before its first update.",
      spec: "1.0 §3.1.2",
      at: TASK_IDS,
      breaks: (factory) =>
        factory.stream().addEvents(factory.status("working"), factory.status("completed")).addEnd(),
      nearly: (factory) =>
        factory.stream().addEvents(factory.task("working"), factory.status("completed")).addEnd(),
      check: createStreamChecker,
    }),
    defineRule({
      id: "STR-FIRST-0X",
      severity: "info",
      versions: VERSIONS_WITH_KIND,
      title: "starts without a task",
      message: "The stream starts with an update of a task that it never sent.",
      clients:
        "The Python SDK's client creates a task in the state unknown, without a history; a client that stores no tasks has none to apply the update to.",
      remedy: "Send the task itself first, as 1.0 requires.",
      spec: "0.3 §7.2, 0.2 §7.2",
      at: TASK_IDS,
      breaks: (factory) =>
        factory.stream().addEvents(factory.status("working"), factory.status("completed")).addEnd(),
      nearly: (factory) => factory.stream({ taskId: "t1" }).addEvents(factory.status("working")),
      check: createStreamChecker,
    }),
    defineRule({
      id: "STR-SUB-FIRST",
      severity: "error",
      versions: VERSIONS_FROM_1,
      title: "starts without a task",
      message: "A subscription does not start with the current task.",
      clients:
        "A client that resubscribes to a task does not know its current state: what was sent while it was disconnected is missing until it fetches the task.",
      remedy:
        "Start the response to a subscription with the current task, including its artifacts.",
      spec: "1.0 §3.1.6",
      at: TASK_IDS,
      breaks: (factory) =>
        recordSubscription(factory)
          .addEvents(factory.status("working"), factory.status("completed"))
          .addEnd(),
      nearly: (factory) =>
        recordSubscription(factory)
          .addEvents(factory.task("working"), factory.status("completed"))
          .addEnd(),
      check: createStreamChecker,
    }),
    defineRule({
      id: "STR-MSG-ONLY",
      severity: "error",
      versions: VERSIONS_FROM_1,
      title: "more than a message",
      message:
        "A stream that responds with a message continues: it must contain only that message.",
      alone: true,
      clients:
        "The Python SDK's client stops reading at the message, so what follows is never seen; on the agent's side both SDKs refuse to send it.",
      remedy:
        "Respond either with one message and close, or with a task and its updates, and put messages into the statuses.",
      spec: "1.0 §3.1.2",
      breaks: (factory) =>
        factory
          .stream()
          .addEvents(factory.messageEvent("hello"), factory.status("completed"))
          .addEnd(),
      nearly: (factory) => factory.stream().addEvents(factory.messageEvent("hello")).addEnd(),
      check: createStreamChecker,
    }),
    defineRule({
      id: "STR-MSG-IN-TASK",
      severity: "warning",
      versions: VERSIONS_FROM_02,
      title: "message in task",
      message: "A stream about a task contains a separate message: it belongs in a status.",
      clients:
        "The Python SDK's 0.3 client fails with 'received a streamed Message from server after first response', and its 1.x client stops reading: the rest of the task is lost.",
      remedy: "Send it as the message of a status, or as an artifact.",
      spec: "1.0 §3.1.2, 0.3 §7.2.1, 0.2 §7.2.1",
      at: [["messageId"], ["role"]],
      breaks: (factory) => recordWorkingTask(factory).addEvents(factory.messageEvent("by the way")),
      nearly: (factory) =>
        recordWorkingTask(factory).addEvents(
          factory.status("working", factory.message("by the way")),
        ),
      check: createStreamChecker,
    }),
    defineRule({
      id: "STR-AFTER-TERM",
      severity: "error",
      title: "event after terminal",
      message: "An event was sent after the task's terminal state.",
      clients:
        "Clients close at the terminal state and never see the event; those that continue to read change a task that other clients consider ended.",
      remedy:
        "Send everything before the terminal status. Only the task itself, as it ended, may follow once.",
      spec: "1.0 §3.1.2, 0.3 §6.1, 0.2 §6.3, 0.1 §6.3",
      at: [["status", "state"], ["artifact"]],
      breaks: (factory) =>
        recordWorkingTask(factory)
          .addEvents(factory.status("completed"), factory.artifact("a", "too late"))
          .addEnd(),
      nearly: (factory) =>
        recordWorkingTask(factory)
          .addEvents(factory.status("completed"), factory.task("completed"))
          .addEnd(),
      check: { orderIssue: OrderIssue.AfterTerminal },
    }),
    defineRule({
      id: "STR-AFTER-FINAL",
      severity: "error",
      versions: VERSIONS_0,
      title: "event after final",
      message: "An event was sent after final: true.",
      alone: true,
      clients:
        "Clients that go by final have closed by then: the Python SDK's event consumer stops at final: true and drops the rest.",
      remedy: "Send final: true with the very last event of the stream.",
      spec: "0.3 §7.2.2, 0.2 §7.2.2, 0.1 §7.2.2",
      breaks: (factory) =>
        recordWorkingTask(factory)
          .addEvents(
            factory.status("input-required", factory.message("Which?"), { final: true }),
            factory.artifact("a", "too late"),
          )
          .addEnd(),
      nearly: (factory) =>
        recordWorkingTask(factory)
          .addEvents(
            factory.status("input-required", factory.message("Which?"), { final: false }),
            factory.artifact("a", "in time"),
          )
          .addEnd(),
      check: createStreamChecker,
    }),
    defineRule({
      id: "STR-FINAL-WORKING",
      // 0.3 no longer defines in which states a stream may end.
      severity: "info",
      versions: VERSIONS_0,
      title: "final in progress",
      message: "final: true in a status that says that the task is still in progress.",
      clients:
        "The stream ends but the task does not: clients show it as running forever, unless they fetch it.",
      remedy: "Send final: true with a terminal or waiting state; otherwise keep the stream open.",
      spec: "0.3 §7.2.2, 0.2 §7.2.2, 0.1 §7.2.2",
      at: [["final"]],
      breaks: (factory) =>
        recordWorkingTask(factory)
          .addEvents(factory.status("working", undefined, { final: true }))
          .addEnd(),
      nearly: (factory) =>
        recordWorkingTask(factory)
          .addEvents(factory.status("input-required", factory.message("Which?"), { final: true }))
          .addEnd(),
      check: createStreamChecker,
    }),
    defineRule({
      id: "STR-FINAL-IN-1",
      severity: "warning",
      versions: VERSIONS_FROM_1,
      title: "final in 1.0",
      message: "final was removed in 1.0: strict clients reject the event, others ignore it.",
      clients:
        "The Python SDK's 1.x client parses events strictly and fails with a ParseError at the unknown field; the JavaScript SDK ignores it.",
      remedy: "Omit final, and close the stream where it ends.",
      spec: "1.0 §4.2.1",
      at: [["final"]],
      breaks: (factory) =>
        recordWorkingTask(factory)
          .addEvents(factory.status("completed", undefined, { final: true }))
          .addEnd(),
      nearly: (factory) =>
        recordWorkingTask(factory)
          .addEvents(factory.status("completed", undefined, { metadata: { final: true } }))
          .addEnd(),
      check: createStreamChecker,
    }),
    defineRule({
      id: "STR-TASK-SWITCH",
      severity: "warning",
      title: "different task",
      message:
        "An event belongs to another task than the one that this stream, or its request, began with.",
      alone: true,
      clients:
        "The Python SDK's 0.3 client folds the event into the first task. On the agent's side the Python SDK refuses it as not matching, and the JavaScript SDK warns that tasks were switched.",
      remedy: "Repeat the ID of the stream's own task; send other tasks in streams of their own.",
      spec: "1.0 §3.1.2, 0.3 §7.2.2, 0.2 §7.2.2, 0.1 §7.2.2",
      at: TASK_IDS,
      breaks: (factory) =>
        recordWorkingTask(factory).addEvents(factory.task("working", { id: "t2" })),
      nearly: (factory) => {
        const recording = recordWorkingTask(factory)
          .addEvents(factory.status("completed"))
          .addEnd();
        return factory
          .addCall(
            recording,
            "stream",
            { message: factory.message("more", { contextId: "c1" }) },
            "x2",
          )
          .addEventsTo("x2", factory.task("working", { id: "t2" }));
      },
      check: createStreamChecker,
    }),
    defineRule({
      id: "STR-CTX-SWITCH",
      severity: "error",
      versions: VERSIONS_FROM_02,
      title: "context changed",
      message: "The task's contextId changed.",
      clients:
        "A client that replies in the new context starts another conversation. On the agent's side the Python SDK fails with 'Context in event doesn't match'.",
      remedy: "Take the contextId from the task, even when another component sends the event.",
      spec: "1.0 §3.4.3, 0.3 §6.1, 0.2 §6.1",
      at: CONTEXT_IDS,
      breaks: (factory) =>
        recordWorkingTask(factory).addEvents(
          factory.status("working", undefined, { contextId: "c2" }),
        ),
      nearly: (factory) => {
        const recording = recordWorkingTask(factory)
          .addEvents(factory.status("completed"))
          .addEnd();
        return factory
          .addCall(recording, "stream", { message: factory.message("anew") }, "x2")
          .addEventsTo("x2", factory.task("working", { id: "t2", contextId: "c2" }));
      },
      check: createStreamChecker,
    }),
    defineRule({
      id: "STR-GAP",
      severity: "warning",
      versions: ["1.1"],
      title: "generation skipped",
      message: "The task's generation rose by more than one: an event in between is missing.",
      clients:
        "The client's copy of the task differs from the agent's; a client that checks fetches the task again.",
      remedy: "Send every change to every stream of the task, or start again with the whole task.",
      spec: "1.1 draft §3.2.7",
      at: [["generation"]],
      breaks: (factory) =>
        recordWorkingTask(factory).addEvents(
          factory.status("working", undefined, { generation: "3" }),
        ),
      // While the client was disconnected, the task continued.
      nearly: (factory) => {
        const recording = recordWorkingTask(factory).addEnd("aborted");
        return factory
          .addCall(recording, "subscribe", { id: "t1" }, "x2")
          .addEventsTo("x2", factory.task("working", { generation: "7" }));
      },
      check: createStreamChecker,
    }),
  ],
} as const satisfies RuleGroup;

const recordSubscription = (factory: MessageFactory): RecordingBuilder =>
  factory.call("subscribe", { id: "t1" });
