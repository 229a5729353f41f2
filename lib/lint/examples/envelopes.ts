/** Examples of the rules about envelopes, wrappers and names. */

import type { Examples } from "./example.ts";
import type { Json } from "./scene.ts";
import { type Speaker, speaker } from "./speaker.ts";

const answered = (say: Speaker, result: Json) =>
  say.call("get", { id: "t1" }).text(JSON.stringify(result)).end();

/** A task that is under way. */
const begun = (say: Speaker) => say.stream().say(say.task("working"));

/** Somebody who speaks as no version before or from 1.0 on does. */
const foreigner = ({ version }: Speaker): Speaker =>
  speaker(version === "1.0" || version === "1.1" ? "0.3" : "1.0");

/** What stands under the one key of 1.0. */
const inside = (event: Json, key: string): unknown => (event.result as Json)[key];

/** An envelope as the value of something that may hold any. */
const kept = (say: Speaker): Json => ({ kept: say.task("working") });

/** An artifact whose `append` says this: in 0.1 it stands inside. */
const flagged = (say: Speaker, append: unknown): Json =>
  say.version === "0.1"
    ? say.artifact("a1", "one", {}, { artifact: say.artifactOf("a1", "one", { append }) })
    : say.artifact("a1", "one", {}, { append });

export const ENVELOPE_EXAMPLES = {
  "ENV-NOJSONRPC": {
    breaks: (say) => say.stream().say({ ...say.task("working"), jsonrpc: undefined }),
    keeps: (say) => say.stream().say({ ...say.task("working"), server: "example" }),
  },
  "ENV-BADVER": {
    breaks: (say) => say.stream().say({ ...say.task("working"), jsonrpc: "1.0" }),
    keeps: (say) => say.stream().say({ ...say.task("working"), jsonrpc: undefined }),
  },
  "ENV-ID": {
    breaks: (say) => say.stream().say({ ...say.task("working"), id: "1" }),
    keeps: (say) => say.stream().say({ ...say.error(-32700, "Not JSON"), id: null }),
  },
  "ENV-BOTH": {
    breaks: (say) =>
      say.stream().say({ ...say.error(-32603, "It broke"), result: say.task("working").result }),
    keeps: (say) => say.stream().say({ ...say.task("working"), error: null }),
  },
  "ENV-BATCH": {
    breaks: (say) => say.stream().say([say.task("working"), say.status("completed")]),
    keeps: (say) => say.stream().say(say.task("working"), say.status("completed")),
  },
  "ENV-NESTED": {
    breaks: (say) => say.stream().say(say.answer(say.task("working"))),
    keeps: (say) =>
      begun(say).say(
        say.artifact("a1", "", {}, { artifact: say.artifactOf("a1", "", { metadata: kept(say) }) }),
      ),
  },
  "ENV-WRAPPED-GET": {
    breaks: (say) => answered(say, say.task("completed")),
    keeps: (say) => answered(say, say.answer(inside(say.task("completed"), "task"))),
  },
  "VER-MIXED": {
    breaks: (say) => say.stream().say(say.task("working"), foreigner(say).status("completed")),
    keeps: (say) => {
      const scene = say.stream().say(say.task("working"), say.status("completed")).end();
      const other = foreigner(say);
      return other
        .calls(scene, "subscribe", { id: "t1" }, "x2")
        .sayIn("x2", other.task("completed"));
    },
  },
  "VER-KIND-IN-1": {
    breaks: (say) => say.stream().say(say.task("working", { kind: "task" })),
    keeps: (say) =>
      begun(say).say(
        say.artifact(
          "a1",
          "",
          {},
          { artifact: say.artifactOf("a1", "", { parts: [{ data: { kind: "a" } }] }) },
        ),
      ),
  },
  "DM-WRAP-MULTI": {
    breaks: (say) =>
      begun(say).say(
        say.answer({
          statusUpdate: inside(say.status("working"), "statusUpdate"),
          artifactUpdate: inside(say.artifact("a1", "one"), "artifactUpdate"),
        }),
      ),
    keeps: (say) => begun(say).say(say.status("working"), say.artifact("a1", "one")),
  },
  "DM-WRAP-NONE": {
    breaks: (say) => say.stream().say(say.answer({ hello: "world" })),
    keeps: (say) => say.stream().say(say.task("working", { hello: "world" })),
  },
  "DM-FLAG": {
    breaks: (say) => begun(say).say(flagged(say, "true")),
    keeps: (say) => begun(say).say(flagged(say, null)),
  },
  "DM-SNAKE": {
    breaks: (say) =>
      begun(say).say(say.status("working", undefined, { taskId: undefined, task_id: "t1" })),
    keeps: (say) =>
      begun(say).say(say.status("working", undefined, { metadata: { task_id: "t1" } })),
  },
} as const satisfies Examples;
