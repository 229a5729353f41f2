/** Examples of the rules about requests, contexts and tasks. */

import type { Examples } from "./example.ts";
import type { MessageFactory } from "./message-factory.ts";
import type { RecordingBuilder } from "./recording-builder.ts";
import {
  addJsonResponse,
  createBareTask,
  createSendParams,
  isVersionFrom1,
  recordRequestWithHeaders,
} from "./shared-examples.ts";

const addWorkingTask = (recording: RecordingBuilder, factory: MessageFactory) =>
  recording.addEvents(factory.task("working"));

/** A request with a historyLength, and a response with `messageCount` messages. */
const recordHistory = (factory: MessageFactory, historyLength: number, messageCount: number) => {
  const messages = Array.from({ length: messageCount }, (_, i) => factory.message(`said ${i}`));
  const task = createBareTask(factory, messageCount > 0 ? { history: messages } : {});
  return addJsonResponse(factory.call("get", { id: "t1", historyLength }), factory.response(task));
};

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

export const CALL_EXAMPLES = {
  "VER-NOHEADER": {
    breaks: (factory) => addWorkingTask(recordRequestWithHeaders(factory, []), factory),
    keeps: (factory) =>
      addWorkingTask(
        recordRequestWithHeaders(factory, [], {
          url: `http://agent.example/?A2A-Version=${factory.version}`,
        }),
        factory,
      ),
  },
  "VER-PATCH": {
    breaks: (factory) =>
      addWorkingTask(
        recordRequestWithHeaders(factory, [["A2A-Version", `${factory.version}.1`]]),
        factory,
      ),
    keeps: (factory) =>
      addWorkingTask(
        recordRequestWithHeaders(factory, [["A2A-Version", factory.version]]),
        factory,
      ),
  },
  "VER-METHOD": {
    breaks: (factory) =>
      addWorkingTask(
        recordRequestWithHeaders(factory, [["A2A-Version", "1.0"]], {
          method: isVersionFrom1(factory) ? "message/stream" : factory.method("stream"),
        }),
        factory,
      ),
    keeps: (factory) =>
      addWorkingTask(
        recordRequestWithHeaders(factory, [
          ["A2A-Version", isVersionFrom1(factory) ? factory.version : "0.3"],
        ]),
        factory,
      ),
  },
  "VER-OLDHEADER": {
    breaks: (factory) =>
      addWorkingTask(recordRequestWithHeaders(factory, [["A2A-Version", "0.3"]]), factory),
    keeps: (factory) =>
      addWorkingTask(
        recordRequestWithHeaders(factory, [["A2A-Version", factory.version]]),
        factory,
      ),
  },
  "HIST-LEN": {
    breaks: (factory) => recordHistory(factory, 2, 3),
    keeps: (factory) => recordHistory(factory, 2, 2),
  },
  "HIST-ZERO": {
    breaks: (factory) => recordHistory(factory, 0, 1),
    keeps: (factory) => recordHistory(factory, 0, 0),
  },
  "CTX-MISSING": {
    breaks: (factory) =>
      factory.stream().addEvents(factory.task("working", { contextId: undefined })),
    keeps: (factory) => factory.stream().addEvents(factory.task("working")),
  },
  "CTX-REPLACED": {
    breaks: (factory) => factory.stream({ contextId: "c9" }).addEvents(factory.task("working")),
    keeps: (factory) => factory.stream({ contextId: "c1" }).addEvents(factory.task("working")),
  },
  "CTX-MISMATCH": {
    breaks: (factory) =>
      recordSecondMessage(factory, { taskId: "t1", contextId: "c9" }, factory.task("working")),
    keeps: (factory) =>
      recordSecondMessage(
        factory,
        { taskId: "t1", contextId: "c9" },
        factory.error(-32602, "bad context id"),
      ),
  },
  "CTX-SILENT-NEW": {
    breaks: (factory) => recordMessageAfterEnd(factory, factory.task("submitted", { id: "t2" })),
    keeps: (factory) => recordMessageAfterEnd(factory, factory.error(-32004, "The task is over.")),
  },
  "TSK-CLIENT-ID": {
    breaks: (factory) => factory.stream({ taskId: "t1" }).addEvents(factory.task("submitted")),
    keeps: (factory) => factory.stream({ taskId: "t1" }).addEvents(factory.task("working")),
  },
  "REF-UNKNOWN": {
    breaks: (factory) =>
      recordSecondMessage(
        factory,
        { contextId: "c1", referenceTaskIds: ["t1", "t8"] },
        factory.task("working"),
      ),
    keeps: (factory) =>
      recordSecondMessage(
        factory,
        { contextId: "c1", referenceTaskIds: ["t1"] },
        factory.task("working"),
      ),
  },
} as const satisfies Examples;
