/** Examples of the rules about whole tasks beside what was streamed. */

import type { Examples } from "./example.ts";
import type { Json, Scene } from "./scene.ts";
import type { Speaker } from "./speaker.ts";

const streamed = (say: Speaker): Scene =>
  say.stream().say(say.task("working"), say.artifact("a", "High water"));

/** The task as a whole, with these artifacts. */
const holding = (say: Speaker, ...held: readonly (readonly [id: string, text: string])[]): Json =>
  say.task("working", { artifacts: held.map(([id, text]) => say.artifactOf(id, text)) });

export const SNAPSHOT_EXAMPLES = {
  "SNAP-LOST": {
    breaks: (say) => streamed(say).say(holding(say, ["b", "Low water"])),
    // Many leave artifacts out of a task where nobody needs them again.
    keeps: (say) => streamed(say).say(holding(say)),
  },
  "SNAP-DIFF": {
    breaks: (say) => streamed(say).say(holding(say, ["a", "Low water"])),
    // More than was streamed is what somebody catches up with.
    keeps: (say) => streamed(say).say(holding(say, ["a", "High water is at 14:20"])),
  },
  "HIST-DUP": {
    breaks: (say) =>
      streamed(say).say(
        say.status("working", say.message("looking", { messageId: "m1" })),
        say.status("working", say.message("telling", { messageId: "m1" })),
      ),
    keeps: (say) => {
      const looking = say.message("looking", { messageId: "m1" });
      const history = [looking];
      return streamed(say).say(say.status("working", looking), say.task("working", { history }));
    },
  },
} as const satisfies Examples;
