/** Examples of the rules about whole tasks beside what was streamed. */

import type { Examples } from "./example.ts";
import type { MessageFactory } from "./message-factory.ts";
import type { ExampleJson, RecordingBuilder } from "./recording-builder.ts";

const recordStreamedArtifact = (say: MessageFactory): RecordingBuilder =>
  say.stream().addEvents(say.task("working"), say.artifact("a", "High water"));

/** The task as a whole, with these artifacts. */
const createSnapshot = (
  say: MessageFactory,
  ...held: readonly (readonly [id: string, text: string])[]
): ExampleJson =>
  say.task("working", { artifacts: held.map(([id, text]) => say.artifactPayload(id, text)) });

export const SNAPSHOT_EXAMPLES = {
  "SNAP-LOST": {
    breaks: (say) => recordStreamedArtifact(say).addEvents(createSnapshot(say, ["b", "Low water"])),
    // Many leave artifacts out of a task where nobody needs them again.
    keeps: (say) => recordStreamedArtifact(say).addEvents(createSnapshot(say)),
  },
  "SNAP-DIFF": {
    breaks: (say) => recordStreamedArtifact(say).addEvents(createSnapshot(say, ["a", "Low water"])),
    // More than was streamed is what somebody catches up with.
    keeps: (say) =>
      recordStreamedArtifact(say).addEvents(createSnapshot(say, ["a", "High water is at 14:20"])),
  },
  "HIST-DUP": {
    breaks: (say) =>
      recordStreamedArtifact(say).addEvents(
        say.status("working", say.message("looking", { messageId: "m1" })),
        say.status("working", say.message("telling", { messageId: "m1" })),
      ),
    keeps: (say) => {
      const looking = say.message("looking", { messageId: "m1" });
      const history = [looking];
      return recordStreamedArtifact(say).addEvents(
        say.status("working", looking),
        say.task("working", { history }),
      );
    },
  },
} as const satisfies Examples;
