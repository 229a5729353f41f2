/** Examples of the rules about task snapshots. */

import type { Examples } from "./example.ts";
import type { MessageFactory } from "./message-factory.ts";
import type { ExampleJson, RecordingBuilder } from "./recording-builder.ts";

const recordStreamedArtifact = (say: MessageFactory): RecordingBuilder =>
  say.stream().addEvents(say.task("working"), say.artifact("a", "High water"));

/** A task snapshot with these artifacts. */
const createSnapshot = (
  say: MessageFactory,
  ...artifacts: readonly (readonly [id: string, text: string])[]
): ExampleJson =>
  say.task("working", { artifacts: artifacts.map(([id, text]) => say.artifactPayload(id, text)) });

export const SNAPSHOT_EXAMPLES = {
  "SNAP-LOST": {
    breaks: (say) => recordStreamedArtifact(say).addEvents(createSnapshot(say, ["b", "Low water"])),
    // Many agents omit artifacts from a task that were sent already.
    keeps: (say) => recordStreamedArtifact(say).addEvents(createSnapshot(say)),
  },
  "SNAP-DIFF": {
    breaks: (say) => recordStreamedArtifact(say).addEvents(createSnapshot(say, ["a", "Low water"])),
    // A client catches up with a snapshot that has more than was streamed.
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
