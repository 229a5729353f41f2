/** Examples of the rules about tasks, updates, messages, artifacts and times. */

import type { Examples } from "./example.ts";
import type { Json } from "./scene.ts";
import type { Speaker } from "./speaker.ts";

/** A task that is under way. */
const begun = (say: Speaker) => say.stream().say(say.task("working"));

const is1 = ({ version }: Speaker): boolean => version === "1.0" || version === "1.1";

/** A status of a state as it is written here. */
const told = (say: Speaker, state: unknown) =>
  begun(say).say(say.status("working", undefined, { status: { state } }));

const saying = (say: Speaker, over: Json) =>
  begun(say).say(say.status("working", say.message("Wait.", over)));

/** A task with what its client said. */
const remembered = (say: Speaker, over: Json) =>
  say.stream().say(
    say.task("working", {
      history: [say.message("go", { role: say.role("user"), ...over })],
    }),
  );

const timed = (say: Speaker, ...times: readonly string[]) =>
  begun(say).say(
    ...times.map((timestamp) =>
      say.status("working", undefined, { status: { state: say.state("working"), timestamp } }),
    ),
  );

const made = (say: Speaker, artifact: Json, over: Json = {}) =>
  begun(say).say(say.artifact("a1", "one", {}, { artifact, ...over }));

export const SHAPE_EXAMPLES = {
  "DM-STATE-UNKNOWN": {
    breaks: (say) => told(say, say.state("thinking")),
    keeps: (say) => saying(say, { parts: [say.part("thinking")] }),
  },
  "DM-STATE-SPELL": {
    breaks: (say) => told(say, is1(say) ? "input-required" : "input_required"),
    keeps: (say) => told(say, say.state("input-required")),
  },
  "DM-ENUM-INT": {
    breaks: (say) => told(say, 2),
    keeps: (say) =>
      begun(say).say(say.status("working", undefined, { metadata: { state: 2, role: 2 } })),
  },
  "DM-ROLE": {
    breaks: (say) => saying(say, { role: is1(say) ? "agent" : "assistant" }),
    keeps: (say) => remembered(say, {}),
  },
  "DM-MSG-REQ": {
    breaks: (say) => saying(say, { messageId: undefined }),
    keeps: (say) => remembered(say, { messageId: undefined }),
  },
  "DM-TASK-REQ": {
    breaks: (say) => say.stream().say(say.task("working", { status: {} })),
    keeps: (say) => say.stream().say(say.task("working", { artifacts: [] })),
  },
  "DM-STATUS-REQ": {
    breaks: (say) => begun(say).say(say.status("working", undefined, { contextId: undefined })),
    keeps: (say) => begun(say).say(say.status("working", undefined, { metadata: {} })),
  },
  "DM-ART-REQ": {
    breaks: (say) => made(say, { parts: [say.part("one")] }),
    keeps: (say) => made(say, { artifactId: "a1", parts: [say.part("")] }),
  },
  "ART-FLAGS-INSIDE": {
    breaks: (say) => made(say, say.artifactOf("a1", "one", { append: false })),
    keeps: (say) => made(say, say.artifactOf("a1", "one"), { append: false, lastChunk: true }),
  },
  "ART-TOPLEVEL-0.1": {
    breaks: (say) => made(say, say.artifactOf("a1", "one"), { append: false }),
    keeps: (say) => made(say, say.artifactOf("a1", "one", { append: false })),
  },
  "DM-TIME": {
    breaks: (say) => timed(say, is1(say) ? "2026-05-01T10:00:00" : "2026-05-01 10:00:00"),
    keeps: (say) => timed(say, is1(say) ? "2026-05-01T10:00:00Z" : "2026-05-01T10:00:00"),
  },
  "DM-TIME-BACK": {
    breaks: (say) => timed(say, "2026-05-01T10:05:00Z", "2026-05-01T10:01:00Z"),
    keeps: (say) => timed(say, "2026-05-01T10:05:00.900Z", "2026-05-01T10:05:00Z"),
  },
} as const satisfies Examples;
