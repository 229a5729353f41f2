/** Examples of the rules about envelopes, wrappers and names. */

import type { Examples } from "./example.ts";
import { createMessageFactory, type MessageFactory } from "./message-factory.ts";
import type { ExampleJson } from "./recording-builder.ts";

const recordGetResponse = (say: MessageFactory, result: ExampleJson) =>
  say.call("get", { id: "t1" }).addText(JSON.stringify(result)).addEnd();

/** A stream with a working task. */
const recordWorkingTask = (say: MessageFactory) => say.stream().addEvents(say.task("working"));

/** A factory for the other generation: 0.3 for 1.0 and later, 1.0 for earlier versions. */
const createOtherVersionFactory = ({ version }: MessageFactory): MessageFactory =>
  createMessageFactory(version === "1.0" || version === "1.1" ? "0.3" : "1.0");

/** The payload under the wrapper key of 1.0. */
const getWrapped = (event: ExampleJson, key: string): unknown => (event.result as ExampleJson)[key];

/** An envelope inside a member that may have any value. */
const createNestedEnvelope = (say: MessageFactory): ExampleJson => ({ kept: say.task("working") });

/** An artifact update with this `append`; in 0.1 it is inside the artifact. */
const createFlaggedArtifact = (say: MessageFactory, append: unknown): ExampleJson =>
  say.version === "0.1"
    ? say.artifact("a1", "one", {}, { artifact: say.artifactPayload("a1", "one", { append }) })
    : say.artifact("a1", "one", {}, { append });

export const ENVELOPE_EXAMPLES = {
  "ENV-NOJSONRPC": {
    breaks: (say) => say.stream().addEvents({ ...say.task("working"), jsonrpc: undefined }),
    keeps: (say) => say.stream().addEvents({ ...say.task("working"), server: "example" }),
  },
  "ENV-BADVER": {
    breaks: (say) => say.stream().addEvents({ ...say.task("working"), jsonrpc: "1.0" }),
    keeps: (say) => say.stream().addEvents({ ...say.task("working"), jsonrpc: undefined }),
  },
  "ENV-ID": {
    breaks: (say) => say.stream().addEvents({ ...say.task("working"), id: "1" }),
    keeps: (say) => say.stream().addEvents({ ...say.error(-32700, "Not JSON"), id: null }),
  },
  "ENV-BOTH": {
    breaks: (say) =>
      say
        .stream()
        .addEvents({ ...say.error(-32603, "It broke"), result: say.task("working").result }),
    keeps: (say) => say.stream().addEvents({ ...say.task("working"), error: null }),
  },
  "ENV-BATCH": {
    breaks: (say) => say.stream().addEvents([say.task("working"), say.status("completed")]),
    keeps: (say) => say.stream().addEvents(say.task("working"), say.status("completed")),
  },
  "ENV-NESTED": {
    breaks: (say) => say.stream().addEvents(say.response(say.task("working"))),
    keeps: (say) =>
      recordWorkingTask(say).addEvents(
        say.artifact(
          "a1",
          "",
          {},
          { artifact: say.artifactPayload("a1", "", { metadata: createNestedEnvelope(say) }) },
        ),
      ),
  },
  "ENV-WRAPPED-GET": {
    breaks: (say) => recordGetResponse(say, say.task("completed")),
    keeps: (say) => recordGetResponse(say, say.response(getWrapped(say.task("completed"), "task"))),
  },
  "VER-MIXED": {
    breaks: (say) =>
      say
        .stream()
        .addEvents(say.task("working"), createOtherVersionFactory(say).status("completed")),
    keeps: (say) => {
      const scene = say.stream().addEvents(say.task("working"), say.status("completed")).addEnd();
      const other = createOtherVersionFactory(say);
      return other
        .addCall(scene, "subscribe", { id: "t1" }, "x2")
        .addEventsTo("x2", other.task("completed"));
    },
  },
  "VER-KIND-IN-1": {
    breaks: (say) => say.stream().addEvents(say.task("working", { kind: "task" })),
    keeps: (say) =>
      recordWorkingTask(say).addEvents(
        say.artifact(
          "a1",
          "",
          {},
          { artifact: say.artifactPayload("a1", "", { parts: [{ data: { kind: "a" } }] }) },
        ),
      ),
  },
  "DM-WRAP-MULTI": {
    breaks: (say) =>
      recordWorkingTask(say).addEvents(
        say.response({
          statusUpdate: getWrapped(say.status("working"), "statusUpdate"),
          artifactUpdate: getWrapped(say.artifact("a1", "one"), "artifactUpdate"),
        }),
      ),
    keeps: (say) =>
      recordWorkingTask(say).addEvents(say.status("working"), say.artifact("a1", "one")),
  },
  "DM-WRAP-NONE": {
    breaks: (say) => say.stream().addEvents(say.response({ hello: "world" })),
    keeps: (say) => say.stream().addEvents(say.task("working", { hello: "world" })),
  },
  "DM-FLAG": {
    breaks: (say) => recordWorkingTask(say).addEvents(createFlaggedArtifact(say, "true")),
    keeps: (say) => recordWorkingTask(say).addEvents(createFlaggedArtifact(say, null)),
  },
  "DM-SNAKE": {
    breaks: (say) =>
      recordWorkingTask(say).addEvents(
        say.status("working", undefined, { taskId: undefined, task_id: "t1" }),
      ),
    keeps: (say) =>
      recordWorkingTask(say).addEvents(
        say.status("working", undefined, { metadata: { task_id: "t1" } }),
      ),
  },
} as const satisfies Examples;
