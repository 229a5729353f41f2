/** Examples of the rules about calls, contexts and tasks. */

import type { Examples } from "./example.ts";
import type { Scene } from "./scene.ts";
import type { Speaker } from "./speaker.ts";
import { asksBy, bareTask, isFrom1, sent, whole } from "./words.ts";

const answered = (scene: Scene, say: Speaker) => scene.say(say.task("working"));

/** A call for a task with so much history, and what comes back. */
const history = (say: Speaker, historyLength: number, held: number) => {
  const messages = Array.from({ length: held }, (_, i) => say.message(`said ${i}`));
  const task = bareTask(say, held > 0 ? { history: messages } : {});
  return whole(say.call("get", { id: "t1", historyLength }), say.answer(task));
};

/** A task that waits, then another message: with what it names, and what answers it. */
const goesOn = (say: Speaker, names: object, answer: unknown) => {
  const scene = say.stream().say(say.task("working"), say.status("input-required")).end();
  const params = sent(say, { messageId: "u2", ...names });
  return say.calls(scene, "stream", params, "x2").sayIn("x2", answer);
};

/** A message for a task that is over, and what answers it. */
const goesOnAfter = (say: Speaker, answer: unknown) => {
  const scene = say.stream().say(say.task("working"), say.status("completed")).end();
  const message = sent(say, { messageId: "u2", taskId: "t1", contextId: "c1" });
  const params = say.version === "0.1" ? { id: "t1", sessionId: "c1", ...message } : message;
  return say.calls(scene, "stream", params, "x2").sayIn("x2", answer);
};

export const CALLS_EXAMPLES = {
  "VER-NOHEADER": {
    breaks: (say) => answered(asksBy(say, []), say),
    keeps: (say) =>
      answered(asksBy(say, [], { url: `http://agent.example/?A2A-Version=${say.version}` }), say),
  },
  "VER-PATCH": {
    breaks: (say) => answered(asksBy(say, [["A2A-Version", `${say.version}.1`]]), say),
    keeps: (say) => answered(asksBy(say, [["A2A-Version", say.version]]), say),
  },
  "VER-METHOD": {
    breaks: (say) =>
      answered(
        asksBy(say, [["A2A-Version", "1.0"]], {
          method: isFrom1(say) ? "message/stream" : say.method("stream"),
        }),
        say,
      ),
    keeps: (say) =>
      answered(asksBy(say, [["A2A-Version", isFrom1(say) ? say.version : "0.3"]]), say),
  },
  "VER-OLDHEADER": {
    breaks: (say) => answered(asksBy(say, [["A2A-Version", "0.3"]]), say),
    keeps: (say) => answered(asksBy(say, [["A2A-Version", say.version]]), say),
  },
  "HIST-LEN": {
    breaks: (say) => history(say, 2, 3),
    keeps: (say) => history(say, 2, 2),
  },
  "HIST-ZERO": {
    breaks: (say) => history(say, 0, 1),
    keeps: (say) => history(say, 0, 0),
  },
  "CTX-MISSING": {
    breaks: (say) => say.stream().say(say.task("working", { contextId: undefined })),
    keeps: (say) => say.stream().say(say.task("working")),
  },
  "CTX-REPLACED": {
    breaks: (say) => say.stream({ contextId: "c9" }).say(say.task("working")),
    keeps: (say) => say.stream({ contextId: "c1" }).say(say.task("working")),
  },
  "CTX-MISMATCH": {
    breaks: (say) => goesOn(say, { taskId: "t1", contextId: "c9" }, say.task("working")),
    keeps: (say) =>
      goesOn(say, { taskId: "t1", contextId: "c9" }, say.error(-32602, "bad context id")),
  },
  "CTX-SILENT-NEW": {
    breaks: (say) => goesOnAfter(say, say.task("submitted", { id: "t2" })),
    keeps: (say) => goesOnAfter(say, say.error(-32004, "The task is over.")),
  },
  "TSK-CLIENT-ID": {
    breaks: (say) => say.stream({ taskId: "t1" }).say(say.task("submitted")),
    keeps: (say) => say.stream({ taskId: "t1" }).say(say.task("working")),
  },
  "REF-UNKNOWN": {
    breaks: (say) =>
      goesOn(say, { contextId: "c1", referenceTaskIds: ["t1", "t8"] }, say.task("working")),
    keeps: (say) => goesOn(say, { contextId: "c1", referenceTaskIds: ["t1"] }, say.task("working")),
  },
} as const satisfies Examples;
