/** Examples of the rules about tasks, updates, messages, artifacts and timestamps. */

import type { Examples } from "./example.ts";
import type { MessageFactory } from "./message-factory.ts";
import type { ExampleJson } from "./recording-builder.ts";

/** A stream with a working task. */
const recordWorkingTask = (factory: MessageFactory) =>
  factory.stream().addEvents(factory.task("working"));

const isVersion1Factory = ({ version }: MessageFactory): boolean =>
  version === "1.0" || version === "1.1";

/** A status with this exact state. */
const recordState = (factory: MessageFactory, state: unknown) =>
  recordWorkingTask(factory).addEvents(factory.status("working", undefined, { status: { state } }));

const recordStatusMessage = (factory: MessageFactory, over: ExampleJson) =>
  recordWorkingTask(factory).addEvents(factory.status("working", factory.message("Wait.", over)));

/** A task with a client message in its history. */
const recordHistoryMessage = (factory: MessageFactory, over: ExampleJson) =>
  factory.stream().addEvents(
    factory.task("working", {
      history: [factory.message("go", { role: factory.role("user"), ...over })],
    }),
  );

const recordTimestamps = (factory: MessageFactory, ...times: readonly string[]) =>
  recordWorkingTask(factory).addEvents(
    ...times.map((timestamp) =>
      factory.status("working", undefined, {
        status: { state: factory.state("working"), timestamp },
      }),
    ),
  );

const recordArtifact = (factory: MessageFactory, artifact: ExampleJson, over: ExampleJson = {}) =>
  recordWorkingTask(factory).addEvents(factory.artifact("a1", "one", {}, { artifact, ...over }));

export const SCHEMA_EXAMPLES = {
  "DM-STATE-UNKNOWN": {
    breaks: (factory) => recordState(factory, factory.state("thinking")),
    keeps: (factory) => recordStatusMessage(factory, { parts: [factory.part("thinking")] }),
  },
  "DM-STATE-SPELL": {
    breaks: (factory) =>
      recordState(factory, isVersion1Factory(factory) ? "input-required" : "input_required"),
    keeps: (factory) => recordState(factory, factory.state("input-required")),
  },
  "DM-ENUM-INT": {
    breaks: (factory) => recordState(factory, 2),
    keeps: (factory) =>
      recordWorkingTask(factory).addEvents(
        factory.status("working", undefined, { metadata: { state: 2, role: 2 } }),
      ),
  },
  "DM-ROLE": {
    breaks: (factory) =>
      recordStatusMessage(factory, { role: isVersion1Factory(factory) ? "agent" : "assistant" }),
    keeps: (factory) => recordHistoryMessage(factory, {}),
  },
  "DM-MSG-REQ": {
    breaks: (factory) => recordStatusMessage(factory, { messageId: undefined }),
    keeps: (factory) => recordHistoryMessage(factory, { messageId: undefined }),
  },
  "DM-TASK-REQ": {
    breaks: (factory) => factory.stream().addEvents(factory.task("working", { status: {} })),
    keeps: (factory) => factory.stream().addEvents(factory.task("working", { artifacts: [] })),
  },
  "DM-STATUS-REQ": {
    breaks: (factory) =>
      recordWorkingTask(factory).addEvents(
        factory.status("working", undefined, { contextId: undefined }),
      ),
    keeps: (factory) =>
      recordWorkingTask(factory).addEvents(factory.status("working", undefined, { metadata: {} })),
  },
  "DM-ART-REQ": {
    breaks: (factory) => recordArtifact(factory, { parts: [factory.part("one")] }),
    keeps: (factory) => recordArtifact(factory, { artifactId: "a1", parts: [factory.part("")] }),
  },
  "ART-FLAGS-INSIDE": {
    breaks: (factory) =>
      recordArtifact(factory, factory.artifactPayload("a1", "one", { append: false })),
    keeps: (factory) =>
      recordArtifact(factory, factory.artifactPayload("a1", "one"), {
        append: false,
        lastChunk: true,
      }),
  },
  "ART-TOPLEVEL-0.1": {
    breaks: (factory) =>
      recordArtifact(factory, factory.artifactPayload("a1", "one"), { append: false }),
    keeps: (factory) =>
      recordArtifact(factory, factory.artifactPayload("a1", "one", { append: false })),
  },
  "DM-TIME": {
    breaks: (factory) =>
      recordTimestamps(
        factory,
        isVersion1Factory(factory) ? "2026-05-01T10:00:00" : "2026-05-01 10:00:00",
      ),
    keeps: (factory) =>
      recordTimestamps(
        factory,
        isVersion1Factory(factory) ? "2026-05-01T10:00:00Z" : "2026-05-01T10:00:00",
      ),
  },
  "DM-TIME-BACK": {
    breaks: (factory) => recordTimestamps(factory, "2026-05-01T10:05:00Z", "2026-05-01T10:01:00Z"),
    keeps: (factory) =>
      recordTimestamps(factory, "2026-05-01T10:05:00.900Z", "2026-05-01T10:05:00Z"),
  },
} as const satisfies Examples;
