/** Examples of the rules about tasks, updates, messages, artifacts and timestamps. */

import type { Examples } from "./example.ts";
import type { MessageFactory } from "./message-factory.ts";
import type { ExampleJson } from "./recording-builder.ts";

/** A stream with a working task. */
const recordWorkingTask = (say: MessageFactory) => say.stream().addEvents(say.task("working"));

const isVersion1Factory = ({ version }: MessageFactory): boolean =>
  version === "1.0" || version === "1.1";

/** A status with this exact state. */
const recordState = (say: MessageFactory, state: unknown) =>
  recordWorkingTask(say).addEvents(say.status("working", undefined, { status: { state } }));

const recordStatusMessage = (say: MessageFactory, over: ExampleJson) =>
  recordWorkingTask(say).addEvents(say.status("working", say.message("Wait.", over)));

/** A task with a client message in its history. */
const recordHistoryMessage = (say: MessageFactory, over: ExampleJson) =>
  say.stream().addEvents(
    say.task("working", {
      history: [say.message("go", { role: say.role("user"), ...over })],
    }),
  );

const recordTimestamps = (say: MessageFactory, ...times: readonly string[]) =>
  recordWorkingTask(say).addEvents(
    ...times.map((timestamp) =>
      say.status("working", undefined, { status: { state: say.state("working"), timestamp } }),
    ),
  );

const recordArtifact = (say: MessageFactory, artifact: ExampleJson, over: ExampleJson = {}) =>
  recordWorkingTask(say).addEvents(say.artifact("a1", "one", {}, { artifact, ...over }));

export const SCHEMA_EXAMPLES = {
  "DM-STATE-UNKNOWN": {
    breaks: (say) => recordState(say, say.state("thinking")),
    keeps: (say) => recordStatusMessage(say, { parts: [say.part("thinking")] }),
  },
  "DM-STATE-SPELL": {
    breaks: (say) => recordState(say, isVersion1Factory(say) ? "input-required" : "input_required"),
    keeps: (say) => recordState(say, say.state("input-required")),
  },
  "DM-ENUM-INT": {
    breaks: (say) => recordState(say, 2),
    keeps: (say) =>
      recordWorkingTask(say).addEvents(
        say.status("working", undefined, { metadata: { state: 2, role: 2 } }),
      ),
  },
  "DM-ROLE": {
    breaks: (say) =>
      recordStatusMessage(say, { role: isVersion1Factory(say) ? "agent" : "assistant" }),
    keeps: (say) => recordHistoryMessage(say, {}),
  },
  "DM-MSG-REQ": {
    breaks: (say) => recordStatusMessage(say, { messageId: undefined }),
    keeps: (say) => recordHistoryMessage(say, { messageId: undefined }),
  },
  "DM-TASK-REQ": {
    breaks: (say) => say.stream().addEvents(say.task("working", { status: {} })),
    keeps: (say) => say.stream().addEvents(say.task("working", { artifacts: [] })),
  },
  "DM-STATUS-REQ": {
    breaks: (say) =>
      recordWorkingTask(say).addEvents(say.status("working", undefined, { contextId: undefined })),
    keeps: (say) =>
      recordWorkingTask(say).addEvents(say.status("working", undefined, { metadata: {} })),
  },
  "DM-ART-REQ": {
    breaks: (say) => recordArtifact(say, { parts: [say.part("one")] }),
    keeps: (say) => recordArtifact(say, { artifactId: "a1", parts: [say.part("")] }),
  },
  "ART-FLAGS-INSIDE": {
    breaks: (say) => recordArtifact(say, say.artifactPayload("a1", "one", { append: false })),
    keeps: (say) =>
      recordArtifact(say, say.artifactPayload("a1", "one"), { append: false, lastChunk: true }),
  },
  "ART-TOPLEVEL-0.1": {
    breaks: (say) => recordArtifact(say, say.artifactPayload("a1", "one"), { append: false }),
    keeps: (say) => recordArtifact(say, say.artifactPayload("a1", "one", { append: false })),
  },
  "DM-TIME": {
    breaks: (say) =>
      recordTimestamps(say, isVersion1Factory(say) ? "2026-05-01T10:00:00" : "2026-05-01 10:00:00"),
    keeps: (say) =>
      recordTimestamps(
        say,
        isVersion1Factory(say) ? "2026-05-01T10:00:00Z" : "2026-05-01T10:00:00",
      ),
  },
  "DM-TIME-BACK": {
    breaks: (say) => recordTimestamps(say, "2026-05-01T10:05:00Z", "2026-05-01T10:01:00Z"),
    keeps: (say) => recordTimestamps(say, "2026-05-01T10:05:00.900Z", "2026-05-01T10:05:00Z"),
  },
} as const satisfies Examples;
