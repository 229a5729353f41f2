/** Examples of the rules about how a stream begins, goes on and ends. */

import type { Examples } from "./example.ts";
import type { Json, Scene } from "./scene.ts";
import type { Speaker } from "./speaker.ts";

/** A task at work, and what comes after it. */
const working = (say: Speaker): Scene => say.stream().say(say.task("working"));

const subscribed = (say: Speaker): Scene => say.call("subscribe", { id: "t1" });

/** What only this version can do wrong: `final` in a status. */
const final = (value: boolean): Json => ({ final: value });

/** Two streams of one task side by side, and what the second one tells of what the first told. */
function sideBySide(say: Speaker, order: (told: readonly Json[]) => readonly Json[]): Scene {
  const scene = working(say);
  say.calls(scene, "subscribe", { id: "t1" }, "x2").sayIn("x2", say.task("working"));
  const told = [
    say.status("working", say.message("The harbour is found.")),
    say.status("working", say.message("Its tide is next.")),
  ];
  return scene.say(...told).sayIn("x2", ...order(told));
}

export const STREAM_EXAMPLES = {
  "STR-EMPTY": {
    breaks: (say) => say.stream().end(),
    keeps: (say) => say.stream().say(say.error(-32603, "it broke")).end(),
  },
  "STR-FIRST": {
    breaks: (say) => say.stream().say(say.status("working"), say.status("completed")).end(),
    keeps: (say) => say.stream().say(say.task("working"), say.status("completed")).end(),
  },
  "STR-FIRST-0X": {
    breaks: (say) => say.stream().say(say.status("working"), say.status("completed")).end(),
    keeps: (say) => say.stream({ taskId: "t1" }).say(say.status("working")),
  },
  "STR-MSG-ONLY": {
    breaks: (say) => say.stream().say(say.says("hello"), say.status("completed")).end(),
    keeps: (say) => say.stream().say(say.says("hello")).end(),
  },
  "STR-MSG-IN-TASK": {
    breaks: (say) => working(say).say(say.says("by the way")),
    keeps: (say) => working(say).say(say.status("working", say.message("by the way"))),
  },
  "STR-SUB-FIRST": {
    breaks: (say) => subscribed(say).say(say.status("working"), say.status("completed")).end(),
    keeps: (say) => subscribed(say).say(say.task("working"), say.status("completed")).end(),
  },
  "STR-AFTER-TERM": {
    breaks: (say) => working(say).say(say.status("completed"), say.artifact("a", "too late")).end(),
    keeps: (say) => working(say).say(say.status("completed"), say.task("completed")).end(),
  },
  "STR-NOCLOSE": {
    breaks: (say) => working(say).say(say.status("completed")).wait(6_000).end(),
    keeps: (say) => working(say).wait(6_000).say(say.status("completed")).wait(4_000).end(),
  },
  "STR-TRUNC": {
    breaks: (say) => working(say).end(),
    keeps: (say) =>
      working(say)
        .say(say.status("input-required", say.message("Which?")))
        .end(),
  },
  "STR-NOFINAL": {
    breaks: (say) =>
      working(say)
        .say(say.status("completed", undefined, final(false)))
        .end(),
    keeps: (say) =>
      working(say)
        .say(say.status("input-required", say.message("Which?"), final(false)))
        .end(),
  },
  "STR-AFTER-FINAL": {
    breaks: (say) =>
      working(say)
        .say(
          say.status("input-required", say.message("Which?"), final(true)),
          say.artifact("a", "too late"),
        )
        .end(),
    keeps: (say) =>
      working(say)
        .say(
          say.status("input-required", say.message("Which?"), final(false)),
          say.artifact("a", "in time"),
        )
        .end(),
  },
  "STR-FINAL-WORKING": {
    breaks: (say) =>
      working(say)
        .say(say.status("working", undefined, final(true)))
        .end(),
    keeps: (say) =>
      working(say)
        .say(say.status("input-required", say.message("Which?"), final(true)))
        .end(),
  },
  "STR-FINAL-IN-1": {
    breaks: (say) =>
      working(say)
        .say(say.status("completed", undefined, final(true)))
        .end(),
    keeps: (say) =>
      working(say)
        .say(say.status("completed", undefined, { metadata: final(true) }))
        .end(),
  },
  "STR-TASK-SWITCH": {
    breaks: (say) => working(say).say(say.task("working", { id: "t2" })),
    keeps: (say) => {
      const scene = working(say).say(say.status("completed")).end();
      return say
        .calls(scene, "stream", { message: say.message("more", { contextId: "c1" }) }, "x2")
        .sayIn("x2", say.task("working", { id: "t2" }));
    },
  },
  "STR-CTX-SWITCH": {
    breaks: (say) => working(say).say(say.status("working", undefined, { contextId: "c2" })),
    keeps: (say) => {
      const scene = working(say).say(say.status("completed")).end();
      return say
        .calls(scene, "stream", { message: say.message("anew") }, "x2")
        .sayIn("x2", say.task("working", { id: "t2", contextId: "c2" }));
    },
  },
  "STR-ORDER-DIFF": {
    breaks: (say) => sideBySide(say, (told) => told.toReversed()),
    // Who lost something told the rest in its order.
    keeps: (say) => sideBySide(say, (told) => told.slice(1)),
  },
  "STR-GAP": {
    breaks: (say) => working(say).say(say.status("working", undefined, { generation: "3" })),
    // Taken up again, the task has gone on meanwhile.
    keeps: (say) => {
      const scene = working(say).end("aborted");
      return say
        .calls(scene, "subscribe", { id: "t1" }, "x2")
        .sayIn("x2", say.task("working", { generation: "7" }));
    },
  },
} as const satisfies Examples;
