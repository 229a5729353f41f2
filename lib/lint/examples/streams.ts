/** Examples of the rules about how a stream starts, continues and ends. */

import type { Examples } from "./example.ts";
import type { MessageFactory } from "./message-factory.ts";
import type { ExampleJson, RecordingBuilder } from "./recording-builder.ts";

/** A stream with a working task. */
const recordWorkingTask = (say: MessageFactory): RecordingBuilder =>
  say.stream().addEvents(say.task("working"));

const recordSubscription = (say: MessageFactory): RecordingBuilder =>
  say.call("subscribe", { id: "t1" });

/** `final` in a status, for versions where it matters. */
const createFinalFlag = (value: boolean): ExampleJson => ({ final: value });

/** Two parallel streams of one task; `order` selects what the second one delivers. */
function recordParallelStreams(
  say: MessageFactory,
  order: (events: readonly ExampleJson[]) => readonly ExampleJson[],
): RecordingBuilder {
  const scene = recordWorkingTask(say);
  say.addCall(scene, "subscribe", { id: "t1" }, "x2").addEventsTo("x2", say.task("working"));
  const events = [
    say.status("working", say.message("The harbour is found.")),
    say.status("working", say.message("Its tide is next.")),
  ];
  return scene.addEvents(...events).addEventsTo("x2", ...order(events));
}

export const STREAM_EXAMPLES = {
  "STR-EMPTY": {
    breaks: (say) => say.stream().addEnd(),
    keeps: (say) => say.stream().addEvents(say.error(-32603, "it broke")).addEnd(),
  },
  "STR-FIRST": {
    breaks: (say) =>
      say.stream().addEvents(say.status("working"), say.status("completed")).addEnd(),
    keeps: (say) => say.stream().addEvents(say.task("working"), say.status("completed")).addEnd(),
  },
  "STR-FIRST-0X": {
    breaks: (say) =>
      say.stream().addEvents(say.status("working"), say.status("completed")).addEnd(),
    keeps: (say) => say.stream({ taskId: "t1" }).addEvents(say.status("working")),
  },
  "STR-MSG-ONLY": {
    breaks: (say) =>
      say.stream().addEvents(say.messageEvent("hello"), say.status("completed")).addEnd(),
    keeps: (say) => say.stream().addEvents(say.messageEvent("hello")).addEnd(),
  },
  "STR-MSG-IN-TASK": {
    breaks: (say) => recordWorkingTask(say).addEvents(say.messageEvent("by the way")),
    keeps: (say) =>
      recordWorkingTask(say).addEvents(say.status("working", say.message("by the way"))),
  },
  "STR-SUB-FIRST": {
    breaks: (say) =>
      recordSubscription(say).addEvents(say.status("working"), say.status("completed")).addEnd(),
    keeps: (say) =>
      recordSubscription(say).addEvents(say.task("working"), say.status("completed")).addEnd(),
  },
  "STR-AFTER-TERM": {
    breaks: (say) =>
      recordWorkingTask(say)
        .addEvents(say.status("completed"), say.artifact("a", "too late"))
        .addEnd(),
    keeps: (say) =>
      recordWorkingTask(say).addEvents(say.status("completed"), say.task("completed")).addEnd(),
  },
  "STR-NOCLOSE": {
    breaks: (say) => recordWorkingTask(say).addEvents(say.status("completed")).wait(6_000).addEnd(),
    keeps: (say) =>
      recordWorkingTask(say).wait(6_000).addEvents(say.status("completed")).wait(4_000).addEnd(),
  },
  "STR-TRUNC": {
    breaks: (say) => recordWorkingTask(say).addEnd(),
    keeps: (say) =>
      recordWorkingTask(say)
        .addEvents(say.status("input-required", say.message("Which?")))
        .addEnd(),
  },
  "STR-NOFINAL": {
    breaks: (say) =>
      recordWorkingTask(say)
        .addEvents(say.status("completed", undefined, createFinalFlag(false)))
        .addEnd(),
    keeps: (say) =>
      recordWorkingTask(say)
        .addEvents(say.status("input-required", say.message("Which?"), createFinalFlag(false)))
        .addEnd(),
  },
  "STR-AFTER-FINAL": {
    breaks: (say) =>
      recordWorkingTask(say)
        .addEvents(
          say.status("input-required", say.message("Which?"), createFinalFlag(true)),
          say.artifact("a", "too late"),
        )
        .addEnd(),
    keeps: (say) =>
      recordWorkingTask(say)
        .addEvents(
          say.status("input-required", say.message("Which?"), createFinalFlag(false)),
          say.artifact("a", "in time"),
        )
        .addEnd(),
  },
  "STR-FINAL-WORKING": {
    breaks: (say) =>
      recordWorkingTask(say)
        .addEvents(say.status("working", undefined, createFinalFlag(true)))
        .addEnd(),
    keeps: (say) =>
      recordWorkingTask(say)
        .addEvents(say.status("input-required", say.message("Which?"), createFinalFlag(true)))
        .addEnd(),
  },
  "STR-FINAL-IN-1": {
    breaks: (say) =>
      recordWorkingTask(say)
        .addEvents(say.status("completed", undefined, createFinalFlag(true)))
        .addEnd(),
    keeps: (say) =>
      recordWorkingTask(say)
        .addEvents(say.status("completed", undefined, { metadata: createFinalFlag(true) }))
        .addEnd(),
  },
  "STR-TASK-SWITCH": {
    breaks: (say) => recordWorkingTask(say).addEvents(say.task("working", { id: "t2" })),
    keeps: (say) => {
      const scene = recordWorkingTask(say).addEvents(say.status("completed")).addEnd();
      return say
        .addCall(scene, "stream", { message: say.message("more", { contextId: "c1" }) }, "x2")
        .addEventsTo("x2", say.task("working", { id: "t2" }));
    },
  },
  "STR-CTX-SWITCH": {
    breaks: (say) =>
      recordWorkingTask(say).addEvents(say.status("working", undefined, { contextId: "c2" })),
    keeps: (say) => {
      const scene = recordWorkingTask(say).addEvents(say.status("completed")).addEnd();
      return say
        .addCall(scene, "stream", { message: say.message("anew") }, "x2")
        .addEventsTo("x2", say.task("working", { id: "t2", contextId: "c2" }));
    },
  },
  "STR-ORDER-DIFF": {
    breaks: (say) => recordParallelStreams(say, (events) => events.toReversed()),
    // A stream that missed an event still delivers the rest in order.
    keeps: (say) => recordParallelStreams(say, (events) => events.slice(1)),
  },
  "STR-GAP": {
    breaks: (say) =>
      recordWorkingTask(say).addEvents(say.status("working", undefined, { generation: "3" })),
    // While the client was disconnected, the task continued.
    keeps: (say) => {
      const scene = recordWorkingTask(say).addEnd("aborted");
      return say
        .addCall(scene, "subscribe", { id: "t1" }, "x2")
        .addEventsTo("x2", say.task("working", { generation: "7" }));
    },
  },
} as const satisfies Examples;
