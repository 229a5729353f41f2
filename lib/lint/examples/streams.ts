/** Examples of the rules about how a stream starts, continues and ends. */

import type { Examples } from "./example.ts";
import type { MessageFactory } from "./message-factory.ts";
import type { ExampleJson, RecordingBuilder } from "./recording-builder.ts";

/** A stream with a working task. */
const recordWorkingTask = (factory: MessageFactory): RecordingBuilder =>
  factory.stream().addEvents(factory.task("working"));

const recordSubscription = (factory: MessageFactory): RecordingBuilder =>
  factory.call("subscribe", { id: "t1" });

/** `final` in a status, for versions where it matters. */
const createFinalFlag = (value: boolean): ExampleJson => ({ final: value });

/** Two parallel streams of one task; `order` selects what the second one delivers. */
function recordParallelStreams(
  factory: MessageFactory,
  order: (events: readonly ExampleJson[]) => readonly ExampleJson[],
): RecordingBuilder {
  const recording = recordWorkingTask(factory);
  factory
    .addCall(recording, "subscribe", { id: "t1" }, "x2")
    .addEventsTo("x2", factory.task("working"));
  const events = [
    factory.status("working", factory.message("The harbour is found.")),
    factory.status("working", factory.message("Its tide is next.")),
  ];
  return recording.addEvents(...events).addEventsTo("x2", ...order(events));
}

export const STREAM_EXAMPLES = {
  "STR-EMPTY": {
    breaks: (factory) => factory.stream().addEnd(),
    keeps: (factory) => factory.stream().addEvents(factory.error(-32603, "it broke")).addEnd(),
  },
  "STR-FIRST": {
    breaks: (factory) =>
      factory.stream().addEvents(factory.status("working"), factory.status("completed")).addEnd(),
    keeps: (factory) =>
      factory.stream().addEvents(factory.task("working"), factory.status("completed")).addEnd(),
  },
  "STR-FIRST-0X": {
    breaks: (factory) =>
      factory.stream().addEvents(factory.status("working"), factory.status("completed")).addEnd(),
    keeps: (factory) => factory.stream({ taskId: "t1" }).addEvents(factory.status("working")),
  },
  "STR-MSG-ONLY": {
    breaks: (factory) =>
      factory
        .stream()
        .addEvents(factory.messageEvent("hello"), factory.status("completed"))
        .addEnd(),
    keeps: (factory) => factory.stream().addEvents(factory.messageEvent("hello")).addEnd(),
  },
  "STR-MSG-IN-TASK": {
    breaks: (factory) => recordWorkingTask(factory).addEvents(factory.messageEvent("by the way")),
    keeps: (factory) =>
      recordWorkingTask(factory).addEvents(
        factory.status("working", factory.message("by the way")),
      ),
  },
  "STR-SUB-FIRST": {
    breaks: (factory) =>
      recordSubscription(factory)
        .addEvents(factory.status("working"), factory.status("completed"))
        .addEnd(),
    keeps: (factory) =>
      recordSubscription(factory)
        .addEvents(factory.task("working"), factory.status("completed"))
        .addEnd(),
  },
  "STR-AFTER-TERM": {
    breaks: (factory) =>
      recordWorkingTask(factory)
        .addEvents(factory.status("completed"), factory.artifact("a", "too late"))
        .addEnd(),
    keeps: (factory) =>
      recordWorkingTask(factory)
        .addEvents(factory.status("completed"), factory.task("completed"))
        .addEnd(),
  },
  "STR-NOCLOSE": {
    breaks: (factory) =>
      recordWorkingTask(factory).addEvents(factory.status("completed")).wait(6_000).addEnd(),
    keeps: (factory) =>
      recordWorkingTask(factory)
        .wait(6_000)
        .addEvents(factory.status("completed"))
        .wait(4_000)
        .addEnd(),
  },
  "STR-TRUNC": {
    breaks: (factory) => recordWorkingTask(factory).addEnd(),
    keeps: (factory) =>
      recordWorkingTask(factory)
        .addEvents(factory.status("input-required", factory.message("Which?")))
        .addEnd(),
  },
  "STR-NOFINAL": {
    breaks: (factory) =>
      recordWorkingTask(factory)
        .addEvents(factory.status("completed", undefined, createFinalFlag(false)))
        .addEnd(),
    keeps: (factory) =>
      recordWorkingTask(factory)
        .addEvents(
          factory.status("input-required", factory.message("Which?"), createFinalFlag(false)),
        )
        .addEnd(),
  },
  "STR-AFTER-FINAL": {
    breaks: (factory) =>
      recordWorkingTask(factory)
        .addEvents(
          factory.status("input-required", factory.message("Which?"), createFinalFlag(true)),
          factory.artifact("a", "too late"),
        )
        .addEnd(),
    keeps: (factory) =>
      recordWorkingTask(factory)
        .addEvents(
          factory.status("input-required", factory.message("Which?"), createFinalFlag(false)),
          factory.artifact("a", "in time"),
        )
        .addEnd(),
  },
  "STR-FINAL-WORKING": {
    breaks: (factory) =>
      recordWorkingTask(factory)
        .addEvents(factory.status("working", undefined, createFinalFlag(true)))
        .addEnd(),
    keeps: (factory) =>
      recordWorkingTask(factory)
        .addEvents(
          factory.status("input-required", factory.message("Which?"), createFinalFlag(true)),
        )
        .addEnd(),
  },
  "STR-FINAL-IN-1": {
    breaks: (factory) =>
      recordWorkingTask(factory)
        .addEvents(factory.status("completed", undefined, createFinalFlag(true)))
        .addEnd(),
    keeps: (factory) =>
      recordWorkingTask(factory)
        .addEvents(factory.status("completed", undefined, { metadata: createFinalFlag(true) }))
        .addEnd(),
  },
  "STR-TASK-SWITCH": {
    breaks: (factory) =>
      recordWorkingTask(factory).addEvents(factory.task("working", { id: "t2" })),
    keeps: (factory) => {
      const recording = recordWorkingTask(factory).addEvents(factory.status("completed")).addEnd();
      return factory
        .addCall(
          recording,
          "stream",
          { message: factory.message("more", { contextId: "c1" }) },
          "x2",
        )
        .addEventsTo("x2", factory.task("working", { id: "t2" }));
    },
  },
  "STR-CTX-SWITCH": {
    breaks: (factory) =>
      recordWorkingTask(factory).addEvents(
        factory.status("working", undefined, { contextId: "c2" }),
      ),
    keeps: (factory) => {
      const recording = recordWorkingTask(factory).addEvents(factory.status("completed")).addEnd();
      return factory
        .addCall(recording, "stream", { message: factory.message("anew") }, "x2")
        .addEventsTo("x2", factory.task("working", { id: "t2", contextId: "c2" }));
    },
  },
  "STR-ORDER-DIFF": {
    breaks: (factory) => recordParallelStreams(factory, (events) => events.toReversed()),
    // A stream that missed an event still delivers the rest in order.
    keeps: (factory) => recordParallelStreams(factory, (events) => events.slice(1)),
  },
  "STR-GAP": {
    breaks: (factory) =>
      recordWorkingTask(factory).addEvents(
        factory.status("working", undefined, { generation: "3" }),
      ),
    // While the client was disconnected, the task continued.
    keeps: (factory) => {
      const recording = recordWorkingTask(factory).addEnd("aborted");
      return factory
        .addCall(recording, "subscribe", { id: "t1" }, "x2")
        .addEventsTo("x2", factory.task("working", { generation: "7" }));
    },
  },
} as const satisfies Examples;
