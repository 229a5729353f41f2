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

const addWorkingTask = (scene: RecordingBuilder, say: MessageFactory) =>
  scene.addEvents(say.task("working"));

/** A request with a historyLength, and a response with `messageCount` messages. */
const recordHistory = (say: MessageFactory, historyLength: number, messageCount: number) => {
  const messages = Array.from({ length: messageCount }, (_, i) => say.message(`said ${i}`));
  const task = createBareTask(say, messageCount > 0 ? { history: messages } : {});
  return addJsonResponse(say.call("get", { id: "t1", historyLength }), say.response(task));
};

/** A waiting task, then another message that names these IDs, and its response. */
const recordSecondMessage = (say: MessageFactory, names: object, answer: unknown) => {
  const scene = say.stream().addEvents(say.task("working"), say.status("input-required")).addEnd();
  const params = createSendParams(say, { messageId: "u2", ...names });
  return say.addCall(scene, "stream", params, "x2").addEventsTo("x2", answer);
};

/** A message for a completed task, and its response. */
const recordMessageAfterEnd = (say: MessageFactory, answer: unknown) => {
  const scene = say.stream().addEvents(say.task("working"), say.status("completed")).addEnd();
  const message = createSendParams(say, { messageId: "u2", taskId: "t1", contextId: "c1" });
  const params = say.version === "0.1" ? { id: "t1", sessionId: "c1", ...message } : message;
  return say.addCall(scene, "stream", params, "x2").addEventsTo("x2", answer);
};

export const CALL_EXAMPLES = {
  "VER-NOHEADER": {
    breaks: (say) => addWorkingTask(recordRequestWithHeaders(say, []), say),
    keeps: (say) =>
      addWorkingTask(
        recordRequestWithHeaders(say, [], {
          url: `http://agent.example/?A2A-Version=${say.version}`,
        }),
        say,
      ),
  },
  "VER-PATCH": {
    breaks: (say) =>
      addWorkingTask(recordRequestWithHeaders(say, [["A2A-Version", `${say.version}.1`]]), say),
    keeps: (say) =>
      addWorkingTask(recordRequestWithHeaders(say, [["A2A-Version", say.version]]), say),
  },
  "VER-METHOD": {
    breaks: (say) =>
      addWorkingTask(
        recordRequestWithHeaders(say, [["A2A-Version", "1.0"]], {
          method: isVersionFrom1(say) ? "message/stream" : say.method("stream"),
        }),
        say,
      ),
    keeps: (say) =>
      addWorkingTask(
        recordRequestWithHeaders(say, [["A2A-Version", isVersionFrom1(say) ? say.version : "0.3"]]),
        say,
      ),
  },
  "VER-OLDHEADER": {
    breaks: (say) => addWorkingTask(recordRequestWithHeaders(say, [["A2A-Version", "0.3"]]), say),
    keeps: (say) =>
      addWorkingTask(recordRequestWithHeaders(say, [["A2A-Version", say.version]]), say),
  },
  "HIST-LEN": {
    breaks: (say) => recordHistory(say, 2, 3),
    keeps: (say) => recordHistory(say, 2, 2),
  },
  "HIST-ZERO": {
    breaks: (say) => recordHistory(say, 0, 1),
    keeps: (say) => recordHistory(say, 0, 0),
  },
  "CTX-MISSING": {
    breaks: (say) => say.stream().addEvents(say.task("working", { contextId: undefined })),
    keeps: (say) => say.stream().addEvents(say.task("working")),
  },
  "CTX-REPLACED": {
    breaks: (say) => say.stream({ contextId: "c9" }).addEvents(say.task("working")),
    keeps: (say) => say.stream({ contextId: "c1" }).addEvents(say.task("working")),
  },
  "CTX-MISMATCH": {
    breaks: (say) =>
      recordSecondMessage(say, { taskId: "t1", contextId: "c9" }, say.task("working")),
    keeps: (say) =>
      recordSecondMessage(
        say,
        { taskId: "t1", contextId: "c9" },
        say.error(-32602, "bad context id"),
      ),
  },
  "CTX-SILENT-NEW": {
    breaks: (say) => recordMessageAfterEnd(say, say.task("submitted", { id: "t2" })),
    keeps: (say) => recordMessageAfterEnd(say, say.error(-32004, "The task is over.")),
  },
  "TSK-CLIENT-ID": {
    breaks: (say) => say.stream({ taskId: "t1" }).addEvents(say.task("submitted")),
    keeps: (say) => say.stream({ taskId: "t1" }).addEvents(say.task("working")),
  },
  "REF-UNKNOWN": {
    breaks: (say) =>
      recordSecondMessage(
        say,
        { contextId: "c1", referenceTaskIds: ["t1", "t8"] },
        say.task("working"),
      ),
    keeps: (say) =>
      recordSecondMessage(say, { contextId: "c1", referenceTaskIds: ["t1"] }, say.task("working")),
  },
} as const satisfies Examples;
