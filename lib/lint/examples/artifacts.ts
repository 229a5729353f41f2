/** Examples of the rules about how artifacts are streamed. */

import type { Examples } from "./example.ts";
import type { ChunkFlags, MessageFactory } from "./message-factory.ts";
import type { RecordingBuilder } from "./recording-builder.ts";

const APPENDED_FLAGS: ChunkFlags = { append: true };
const LAST_FLAGS: ChunkFlags = { append: true, last: true };

const recordWorkingTask = (factory: MessageFactory): RecordingBuilder =>
  factory.stream().addEvents(factory.task("working"));

/** The task completes. */
const addCompletion = (factory: MessageFactory, recording: RecordingBuilder): RecordingBuilder =>
  recording.addEvents(factory.status("completed")).addEnd();

const LINE = "High water is at 14:20.";

/** Appends a chunk to an artifact that was or was not sent before. */
const APPENDED = {
  breaks: (factory: MessageFactory) =>
    recordWorkingTask(factory).addEvents(factory.artifact("a", "High ", APPENDED_FLAGS)),
  keeps: (factory: MessageFactory) =>
    recordWorkingTask(factory).addEvents(
      factory.artifact("a", "High "),
      factory.artifact("a", "water", APPENDED_FLAGS),
    ),
};

export const ARTIFACT_EXAMPLES = {
  "ART-APPEND-UNKNOWN": {
    ...APPENDED,
    // The task is resumed, so the artifact may have started before the log.
    keeps: (factory) =>
      factory.stream({ taskId: "t1" }).addEvents(factory.artifact("a", "water", APPENDED_FLAGS)),
  },
  "ART-APPEND-FIRST-0.1": APPENDED,
  "ART-REPLACE": {
    breaks: (factory) =>
      recordWorkingTask(factory).addEvents(
        factory.artifact("a", "High"),
        factory.artifact("a", "High water"),
      ),
    keeps: (factory) =>
      recordWorkingTask(factory).addEvents(
        factory.artifact("a", "High"),
        factory.artifact("b", "High water"),
      ),
  },
  "ART-REPLACE-SHRINK": {
    breaks: (factory) =>
      recordWorkingTask(factory).addEvents(
        factory.artifact("a", LINE),
        factory.artifact("a", "water"),
      ),
    keeps: (factory) =>
      recordWorkingTask(factory).addEvents(
        factory.artifact("a", LINE),
        factory.artifact("a", "High water"),
      ),
  },
  "ART-FORGOT-APPEND": {
    breaks: (factory) =>
      recordWorkingTask(factory).addEvents(
        factory.artifact("a", "High "),
        factory.artifact("a", "water is "),
        factory.artifact("a", "at 14:20."),
      ),
    keeps: (factory) =>
      recordWorkingTask(factory).addEvents(
        factory.artifact("a", "10 %"),
        factory.artifact("a", "50 %"),
        factory.artifact("a", "90 %"),
      ),
  },
  "ART-AFTER-LAST": {
    breaks: (factory) =>
      recordWorkingTask(factory).addEvents(
        factory.artifact("a", "High ", { last: true }),
        factory.artifact("a", "water", APPENDED_FLAGS),
      ),
    keeps: (factory) =>
      recordWorkingTask(factory).addEvents(
        factory.artifact("a", "High ", { last: true }),
        factory.artifact("b", "water"),
      ),
  },
  "ART-NO-LAST": {
    breaks: (factory) =>
      addCompletion(
        factory,
        recordWorkingTask(factory).addEvents(
          factory.artifact("a", "High "),
          factory.artifact("a", "water", APPENDED_FLAGS),
        ),
      ),
    keeps: (factory) =>
      addCompletion(
        factory,
        recordWorkingTask(factory).addEvents(
          factory.artifact("a", "High "),
          factory.artifact("a", "water", LAST_FLAGS),
        ),
      ),
  },
  "ART-ID-REUSE-NAME": {
    breaks: (factory) =>
      recordWorkingTask(factory).addEvents(
        factory.artifact("a", "High ", { name: "tide" }),
        factory.artifact("a", "water", { ...APPENDED_FLAGS, name: "harbour" }),
      ),
    keeps: (factory) =>
      recordWorkingTask(factory).addEvents(
        factory.artifact("a", "High ", { name: "tide" }),
        factory.artifact("a", "water", APPENDED_FLAGS),
      ),
  },
  "ART-DUP": {
    breaks: (factory) =>
      recordWorkingTask(factory).addEvents(
        factory.artifact("a", "Today: "),
        factory.artifact("a", LINE, APPENDED_FLAGS),
        factory.artifact("a", LINE, APPENDED_FLAGS),
      ),
    keeps: (factory) =>
      recordWorkingTask(factory).addEvents(
        factory.artifact("a", "Today: "),
        factory.artifact("a", "ha ", APPENDED_FLAGS),
        factory.artifact("a", "ha ", APPENDED_FLAGS),
      ),
  },
  "ART-RESEND": {
    breaks: (factory) =>
      recordWorkingTask(factory).addEvents(
        factory.artifact("a", LINE.slice(0, 9)),
        factory.artifact("a", LINE.slice(9), APPENDED_FLAGS),
        factory.artifact("a", LINE, APPENDED_FLAGS),
      ),
    keeps: (factory) =>
      recordWorkingTask(factory).addEvents(
        factory.artifact("a", LINE.slice(0, 9)),
        factory.artifact("a", LINE.slice(9), APPENDED_FLAGS),
        factory.artifact("a", LINE),
      ),
  },
  "ART-SAME-CONTENT": {
    breaks: (factory) =>
      addCompletion(
        factory,
        recordWorkingTask(factory).addEvents(
          factory.artifact("a", LINE, { last: true }),
          factory.artifact("b", LINE, { last: true }),
        ),
      ),
    keeps: (factory) =>
      addCompletion(
        factory,
        recordWorkingTask(factory).addEvents(
          factory.artifact("a", LINE, { last: true }),
          factory.artifact("b", LINE.replace("14", "15"), { last: true }),
        ),
      ),
  },
} as const satisfies Examples;
