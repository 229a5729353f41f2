/** Rules that compare task snapshots and histories with what was streamed. */

import { OrderIssue } from "../../timeline/timeline.ts";
import type { MessageFactory } from "../examples/message-factory.ts";
import type { ExampleJson, RecordingBuilder } from "../examples/recording-builder.ts";
import { defineRule, type RuleGroup } from "./rule.ts";

export const SNAPSHOTS = {
  title: "Snapshots, history and lists",
  rules: [
    defineRule({
      id: "SNAP-LOST",
      severity: "warning",
      title: "not in snapshot",
      message: "A task snapshot lacks an artifact that was streamed.",
      clients:
        "The Python SDK replaces its task with the snapshot, so the artifact is gone; the JavaScript SDK keeps artifacts that the new one lacks.",
      remedy:
        "Build the task from everything that was sent, and send either none or all of its artifacts.",
      spec: "1.0 §3.1.3, 0.3 §7.3, 0.2 §7.3, 0.1 §7.3",
      at: [["artifacts"]],
      breaks: (factory) =>
        recordStreamedArtifact(factory).addEvents(createSnapshot(factory, ["b", "Low water"])),
      // Many agents omit artifacts from a task that were sent already.
      nearly: (factory) => recordStreamedArtifact(factory).addEvents(createSnapshot(factory)),
      check: { orderIssue: OrderIssue.NotInSnapshot },
    }),
    defineRule({
      id: "SNAP-DIFF",
      severity: "warning",
      title: "snapshot differs",
      message: "A task snapshot contains different text than was streamed.",
      clients:
        "Clients that streamed the run and clients that fetch the task later read different texts.",
      remedy: "Stream what you store, and store what you stream.",
      spec: "1.0 §3.1.3, 0.3 §7.3, 0.2 §7.3, 0.1 §7.3",
      at: [["artifacts"]],
      breaks: (factory) =>
        recordStreamedArtifact(factory).addEvents(createSnapshot(factory, ["a", "Low water"])),
      // A client catches up with a snapshot that has more than was streamed.
      nearly: (factory) =>
        recordStreamedArtifact(factory).addEvents(
          createSnapshot(factory, ["a", "High water is at 14:20"]),
        ),
      check: { orderIssue: OrderIssue.SnapshotDiffers },
    }),
    defineRule({
      id: "HIST-DUP",
      severity: "info",
      title: "reused messageId",
      message: "The same messageId was sent with different content.",
      clients:
        "The JavaScript SDK drops a message whose ID it knows; others show both: one of the two texts may never be seen.",
      remedy: "Give every message a unique ID; don't send a growing text under one ID.",
      spec: "1.0 §4.1.4, 0.3 §6.4, 0.2 §6.4, 0.1 §6.4",
      at: [["status", "message", "messageId"], ["messageId"], ["history"]],
      breaks: (factory) =>
        recordStreamedArtifact(factory).addEvents(
          factory.status("working", factory.message("looking", { messageId: "m1" })),
          factory.status("working", factory.message("telling", { messageId: "m1" })),
        ),
      nearly: (factory) => {
        const looking = factory.message("looking", { messageId: "m1" });
        const history = [looking];
        return recordStreamedArtifact(factory).addEvents(
          factory.status("working", looking),
          factory.task("working", { history }),
        );
      },
      check: { orderIssue: OrderIssue.SameIdOtherContent },
    }),
  ],
} as const satisfies RuleGroup;

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
