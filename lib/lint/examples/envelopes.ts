/** Examples of the rules about envelopes, wrappers and names. */

import type { Examples } from "./example.ts";
import { createMessageFactory, type MessageFactory } from "./message-factory.ts";
import type { ExampleJson } from "./recording-builder.ts";

const recordGetResponse = (factory: MessageFactory, result: ExampleJson) =>
  factory.call("get", { id: "t1" }).addText(JSON.stringify(result)).addEnd();

/** A stream with a working task. */
const recordWorkingTask = (factory: MessageFactory) =>
  factory.stream().addEvents(factory.task("working"));

/** A factory for the other generation: 0.3 for 1.0 and later, 1.0 for earlier versions. */
const createOtherVersionFactory = ({ version }: MessageFactory): MessageFactory =>
  createMessageFactory(version === "1.0" || version === "1.1" ? "0.3" : "1.0");

/** The payload under the wrapper key of 1.0. */
const getWrapped = (event: ExampleJson, key: string): unknown => (event.result as ExampleJson)[key];

/** An envelope inside a member that may have any value. */
const createNestedEnvelope = (factory: MessageFactory): ExampleJson => ({
  kept: factory.task("working"),
});

/** An artifact update with this `append`; in 0.1 it is inside the artifact. */
const createFlaggedArtifact = (factory: MessageFactory, append: unknown): ExampleJson =>
  factory.version === "0.1"
    ? factory.artifact(
        "a1",
        "one",
        {},
        { artifact: factory.artifactPayload("a1", "one", { append }) },
      )
    : factory.artifact("a1", "one", {}, { append });

export const ENVELOPE_EXAMPLES = {
  "ENV-NOJSONRPC": {
    breaks: (factory) =>
      factory.stream().addEvents({ ...factory.task("working"), jsonrpc: undefined }),
    keeps: (factory) =>
      factory.stream().addEvents({ ...factory.task("working"), server: "example" }),
  },
  "ENV-BADVER": {
    breaks: (factory) => factory.stream().addEvents({ ...factory.task("working"), jsonrpc: "1.0" }),
    keeps: (factory) =>
      factory.stream().addEvents({ ...factory.task("working"), jsonrpc: undefined }),
  },
  "ENV-ID": {
    breaks: (factory) => factory.stream().addEvents({ ...factory.task("working"), id: "1" }),
    keeps: (factory) =>
      factory.stream().addEvents({ ...factory.error(-32700, "Not JSON"), id: null }),
  },
  "ENV-BOTH": {
    breaks: (factory) =>
      factory.stream().addEvents({
        ...factory.error(-32603, "It broke"),
        result: factory.task("working").result,
      }),
    keeps: (factory) => factory.stream().addEvents({ ...factory.task("working"), error: null }),
  },
  "ENV-BATCH": {
    breaks: (factory) =>
      factory.stream().addEvents([factory.task("working"), factory.status("completed")]),
    keeps: (factory) =>
      factory.stream().addEvents(factory.task("working"), factory.status("completed")),
  },
  "ENV-NESTED": {
    breaks: (factory) => factory.stream().addEvents(factory.response(factory.task("working"))),
    keeps: (factory) =>
      recordWorkingTask(factory).addEvents(
        factory.artifact(
          "a1",
          "",
          {},
          {
            artifact: factory.artifactPayload("a1", "", {
              metadata: createNestedEnvelope(factory),
            }),
          },
        ),
      ),
  },
  "ENV-WRAPPED-GET": {
    breaks: (factory) => recordGetResponse(factory, factory.task("completed")),
    keeps: (factory) =>
      recordGetResponse(factory, factory.response(getWrapped(factory.task("completed"), "task"))),
  },
  "VER-MIXED": {
    breaks: (factory) =>
      factory
        .stream()
        .addEvents(factory.task("working"), createOtherVersionFactory(factory).status("completed")),
    keeps: (factory) => {
      const recording = factory
        .stream()
        .addEvents(factory.task("working"), factory.status("completed"))
        .addEnd();
      const other = createOtherVersionFactory(factory);
      return other
        .addCall(recording, "subscribe", { id: "t1" }, "x2")
        .addEventsTo("x2", other.task("completed"));
    },
  },
  "VER-KIND-IN-1": {
    breaks: (factory) => factory.stream().addEvents(factory.task("working", { kind: "task" })),
    keeps: (factory) =>
      recordWorkingTask(factory).addEvents(
        factory.artifact(
          "a1",
          "",
          {},
          { artifact: factory.artifactPayload("a1", "", { parts: [{ data: { kind: "a" } }] }) },
        ),
      ),
  },
  "DM-WRAP-MULTI": {
    breaks: (factory) =>
      recordWorkingTask(factory).addEvents(
        factory.response({
          statusUpdate: getWrapped(factory.status("working"), "statusUpdate"),
          artifactUpdate: getWrapped(factory.artifact("a1", "one"), "artifactUpdate"),
        }),
      ),
    keeps: (factory) =>
      recordWorkingTask(factory).addEvents(
        factory.status("working"),
        factory.artifact("a1", "one"),
      ),
  },
  "DM-WRAP-NONE": {
    breaks: (factory) => factory.stream().addEvents(factory.response({ hello: "world" })),
    keeps: (factory) => factory.stream().addEvents(factory.task("working", { hello: "world" })),
  },
  "DM-FLAG": {
    breaks: (factory) =>
      recordWorkingTask(factory).addEvents(createFlaggedArtifact(factory, "true")),
    keeps: (factory) => recordWorkingTask(factory).addEvents(createFlaggedArtifact(factory, null)),
  },
  "DM-SNAKE": {
    breaks: (factory) =>
      recordWorkingTask(factory).addEvents(
        factory.status("working", undefined, { taskId: undefined, task_id: "t1" }),
      ),
    keeps: (factory) =>
      recordWorkingTask(factory).addEvents(
        factory.status("working", undefined, { metadata: { task_id: "t1" } }),
      ),
  },
} as const satisfies Examples;
