/** Examples of the rules about messages that are streamed as patches. */

import type { Examples } from "./example.ts";
import { type Json, Scene } from "./scene.ts";
import type { Speaker } from "./speaker.ts";

const URI = "https://extensions.example/ui/streaming/v1";

/** The root of a draft: the message as it begins. */
const root = (message_id: string | undefined, text: string): Json => ({
  op: "replace",
  path: "",
  value: { message_id, parts: [{ text }] },
});

const typed = (pos: number, value: string): Json => ({
  op: "str_ins",
  path: "/parts/0/text",
  pos,
  value,
});

const added = (text: string): Json => ({ op: "add", path: "/parts/-", value: { text } });

const carrying = (update: Json): Json => ({ metadata: { [URI]: update } });

/** A status that carries patches of one message. */
function patch(say: Speaker, id: string | undefined, ...ops: readonly Json[]): Json {
  const update = { message_update: ops, message_id: id };
  return say.status("working", undefined, carrying(update));
}

const draft = (say: Speaker, text: string): Json => patch(say, "d1", root("d1", text));

/** A run in which the draft comes first, and then the rest. */
const run = (say: Speaker, ...events: readonly Json[]): Scene =>
  asking(say, URI).say(say.task("working"), ...events);

/** A call that asks for this extension. */
function asking(say: Speaker, uri: string): Scene {
  const [opened, head] = say.stream().records;
  const scene = new Scene();
  if (opened?.r === "open" && head?.r === "head") {
    scene.open("x1", { ...opened, headers: [...opened.headers, ["A2A-Extensions", uri]] });
    scene.head(head.status, "text/event-stream");
  }
  return scene;
}

const whole = (say: Speaker, text: string, id = "d1"): Json =>
  say.message(text, { messageId: id, taskId: "t1", contextId: "c1" });

const ends = (say: Speaker, text: string): Json => say.status("completed", whole(say, text));

export const STREAMING_EXAMPLES = {
  "KST-NO-ROOT": {
    breaks: (say) => run(say, patch(say, "d1", typed(0, "x"))),
    keeps: (say) => run(say, draft(say, "a"), patch(say, "d1", typed(1, "b")), ends(say, "ab")),
  },
  "KST-ID-DIFF": {
    breaks: (say) => run(say, patch(say, "d2", root("d1", "a"))),
    keeps: (say) => run(say, draft(say, "a"), patch(say, "d2", root("d2", "b"))),
  },
  "KST-NO-ID": {
    breaks: (say) => run(say, patch(say, undefined, root(undefined, "a"))),
    keeps: (say) => run(say, patch(say, undefined, root("d1", "a")), ends(say, "a")),
  },
  "KST-MSG-PRESENT": {
    breaks: (say) =>
      run(
        say,
        say.status(
          "working",
          whole(say, "b", "m1"),
          carrying({ message_update: [root("d1", "a")], message_id: "d1" }),
        ),
      ),
    keeps: (say) => run(say, draft(say, "a"), say.status("working", whole(say, "a"))),
  },
  "KST-STATE": {
    breaks: (say) =>
      run(
        say,
        say.status(
          "input-required",
          undefined,
          carrying({ message_update: [root("d1", "a")], message_id: "d1" }),
        ),
      ),
    keeps: (say) => run(say, draft(say, "a"), say.status("input-required", whole(say, "a"))),
  },
  "KST-RANGE": {
    breaks: (say) => run(say, draft(say, "a"), patch(say, "d1", typed(7, "b"))),
    keeps: (say) => run(say, draft(say, "a"), patch(say, "d1", typed(1, "b"))),
  },
  "KST-UTF16": {
    breaks: (say) => run(say, draft(say, "👍"), patch(say, "d1", typed(2, "b"))),
    keeps: (say) => run(say, draft(say, "👍"), patch(say, "d1", typed(1, "b"))),
  },
  "KST-PATH": {
    breaks: (say) =>
      run(say, draft(say, "a"), patch(say, "d1", { op: "remove", path: "/parts/3" })),
    keeps: (say) => run(say, draft(say, "a"), patch(say, "d1", added("b"))),
  },
  "KST-MISMATCH": {
    breaks: (say) => run(say, draft(say, "a"), say.status("working", whole(say, "b"))),
    keeps: (say) => run(say, draft(say, "a"), say.status("working", whole(say, "a"))),
  },
  "KST-NO-FINAL": {
    breaks: (say) => run(say, draft(say, "a"), say.status("completed")),
    keeps: (say) => run(say, draft(say, "a"), ends(say, "a")),
  },
  "KST-LOST-DRAFT": {
    breaks: (say) => run(say, draft(say, "a"), say.status("failed")),
    keeps: (say) => run(say, draft(say, "a"), say.status("failed", whole(say, "a"))),
  },
  "KST-EMPTY-FIRST": {
    breaks: (say) =>
      run(say, draft(say, ""), patch(say, "d1", added("a")), patch(say, "d1", typed(1, "b"))),
    keeps: (say) => run(say, draft(say, ""), patch(say, "d1", typed(0, "a"))),
  },
  "KST-NOT-REQUESTED": {
    breaks: (say) =>
      asking(say, "https://other.example/v1").say(say.task("working"), draft(say, "a")),
    keeps: (say) => run(say, draft(say, "a")),
  },
  "KST-BARE-OP": {
    breaks: (say) =>
      run(
        say,
        say.status(
          "working",
          undefined,
          carrying({ message_update: root("d1", "a"), message_id: "d1" }),
        ),
      ),
    keeps: (say) => run(say, draft(say, "a")),
  },
  "KST-BAD-OP": {
    breaks: (say) => run(say, draft(say, "a"), patch(say, "d1", { op: "copy", path: "/x" })),
    keeps: (say) => run(say, draft(say, "a"), patch(say, "d1", { op: "remove", path: "/parts/0" })),
  },
} as const satisfies Examples;
