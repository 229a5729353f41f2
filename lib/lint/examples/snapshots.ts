/** Examples of the rules about task snapshots. */

import type { Examples } from "./example.ts";
import type { MessageFactory } from "./message-factory.ts";
import type { ExampleJson, RecordingBuilder } from "./recording-builder.ts";

const recordStreamedArtifact = (factory: MessageFactory): RecordingBuilder =>
  factory.stream().addEvents(factory.task("working"), factory.artifact("a", "High water"));

/** A task snapshot with these artifacts. */
const createSnapshot = (
  factory: MessageFactory,
  ...artifacts: readonly (readonly [id: string, text: string])[]
): ExampleJson =>
  factory.task("working", {
    artifacts: artifacts.map(([id, text]) => factory.artifactPayload(id, text)),
  });

export const SNAPSHOT_EXAMPLES = {
  "SNAP-LOST": {
    breaks: (factory) =>
      recordStreamedArtifact(factory).addEvents(createSnapshot(factory, ["b", "Low water"])),
    // Many agents omit artifacts from a task that were sent already.
    keeps: (factory) => recordStreamedArtifact(factory).addEvents(createSnapshot(factory)),
  },
  "SNAP-DIFF": {
    breaks: (factory) =>
      recordStreamedArtifact(factory).addEvents(createSnapshot(factory, ["a", "Low water"])),
    // A client catches up with a snapshot that has more than was streamed.
    keeps: (factory) =>
      recordStreamedArtifact(factory).addEvents(
        createSnapshot(factory, ["a", "High water is at 14:20"]),
      ),
  },
  "HIST-DUP": {
    breaks: (factory) =>
      recordStreamedArtifact(factory).addEvents(
        factory.status("working", factory.message("looking", { messageId: "m1" })),
        factory.status("working", factory.message("telling", { messageId: "m1" })),
      ),
    keeps: (factory) => {
      const looking = factory.message("looking", { messageId: "m1" });
      const history = [looking];
      return recordStreamedArtifact(factory).addEvents(
        factory.status("working", looking),
        factory.task("working", { history }),
      );
    },
  },
} as const satisfies Examples;
