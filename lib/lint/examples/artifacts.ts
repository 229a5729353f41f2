/** Examples of the rules about how artifacts are streamed. */

import type { Examples } from "./example.ts";
import type { ChunkFlags, MessageFactory } from "./message-factory.ts";
import type { RecordingBuilder } from "./recording-builder.ts";

const APPENDED_FLAGS: ChunkFlags = { append: true };
const LAST_FLAGS: ChunkFlags = { append: true, last: true };

const recordWorkingTask = (say: MessageFactory): RecordingBuilder =>
  say.stream().addEvents(say.task("working"));

/** The task completes. */
const addCompletion = (say: MessageFactory, scene: RecordingBuilder): RecordingBuilder =>
  scene.addEvents(say.status("completed")).addEnd();

const LINE = "High water is at 14:20.";

/** Appends a chunk to an artifact that was or was not sent before. */
const APPENDED = {
  breaks: (say: MessageFactory) =>
    recordWorkingTask(say).addEvents(say.artifact("a", "High ", APPENDED_FLAGS)),
  keeps: (say: MessageFactory) =>
    recordWorkingTask(say).addEvents(
      say.artifact("a", "High "),
      say.artifact("a", "water", APPENDED_FLAGS),
    ),
};

export const ARTIFACT_EXAMPLES = {
  "ART-APPEND-UNKNOWN": {
    ...APPENDED,
    // The task is resumed, so the artifact may have started before the log.
    keeps: (say) =>
      say.stream({ taskId: "t1" }).addEvents(say.artifact("a", "water", APPENDED_FLAGS)),
  },
  "ART-APPEND-FIRST-0.1": APPENDED,
  "ART-REPLACE": {
    breaks: (say) =>
      recordWorkingTask(say).addEvents(say.artifact("a", "High"), say.artifact("a", "High water")),
    keeps: (say) =>
      recordWorkingTask(say).addEvents(say.artifact("a", "High"), say.artifact("b", "High water")),
  },
  "ART-REPLACE-SHRINK": {
    breaks: (say) =>
      recordWorkingTask(say).addEvents(say.artifact("a", LINE), say.artifact("a", "water")),
    keeps: (say) =>
      recordWorkingTask(say).addEvents(say.artifact("a", LINE), say.artifact("a", "High water")),
  },
  "ART-FORGOT-APPEND": {
    breaks: (say) =>
      recordWorkingTask(say).addEvents(
        say.artifact("a", "High "),
        say.artifact("a", "water is "),
        say.artifact("a", "at 14:20."),
      ),
    keeps: (say) =>
      recordWorkingTask(say).addEvents(
        say.artifact("a", "10 %"),
        say.artifact("a", "50 %"),
        say.artifact("a", "90 %"),
      ),
  },
  "ART-AFTER-LAST": {
    breaks: (say) =>
      recordWorkingTask(say).addEvents(
        say.artifact("a", "High ", { last: true }),
        say.artifact("a", "water", APPENDED_FLAGS),
      ),
    keeps: (say) =>
      recordWorkingTask(say).addEvents(
        say.artifact("a", "High ", { last: true }),
        say.artifact("b", "water"),
      ),
  },
  "ART-NO-LAST": {
    breaks: (say) =>
      addCompletion(
        say,
        recordWorkingTask(say).addEvents(
          say.artifact("a", "High "),
          say.artifact("a", "water", APPENDED_FLAGS),
        ),
      ),
    keeps: (say) =>
      addCompletion(
        say,
        recordWorkingTask(say).addEvents(
          say.artifact("a", "High "),
          say.artifact("a", "water", LAST_FLAGS),
        ),
      ),
  },
  "ART-ID-REUSE-NAME": {
    breaks: (say) =>
      recordWorkingTask(say).addEvents(
        say.artifact("a", "High ", { name: "tide" }),
        say.artifact("a", "water", { ...APPENDED_FLAGS, name: "harbour" }),
      ),
    keeps: (say) =>
      recordWorkingTask(say).addEvents(
        say.artifact("a", "High ", { name: "tide" }),
        say.artifact("a", "water", APPENDED_FLAGS),
      ),
  },
  "ART-DUP": {
    breaks: (say) =>
      recordWorkingTask(say).addEvents(
        say.artifact("a", "Today: "),
        say.artifact("a", LINE, APPENDED_FLAGS),
        say.artifact("a", LINE, APPENDED_FLAGS),
      ),
    keeps: (say) =>
      recordWorkingTask(say).addEvents(
        say.artifact("a", "Today: "),
        say.artifact("a", "ha ", APPENDED_FLAGS),
        say.artifact("a", "ha ", APPENDED_FLAGS),
      ),
  },
  "ART-RESEND": {
    breaks: (say) =>
      recordWorkingTask(say).addEvents(
        say.artifact("a", LINE.slice(0, 9)),
        say.artifact("a", LINE.slice(9), APPENDED_FLAGS),
        say.artifact("a", LINE, APPENDED_FLAGS),
      ),
    keeps: (say) =>
      recordWorkingTask(say).addEvents(
        say.artifact("a", LINE.slice(0, 9)),
        say.artifact("a", LINE.slice(9), APPENDED_FLAGS),
        say.artifact("a", LINE),
      ),
  },
  "ART-SAME-CONTENT": {
    breaks: (say) =>
      addCompletion(
        say,
        recordWorkingTask(say).addEvents(
          say.artifact("a", LINE, { last: true }),
          say.artifact("b", LINE, { last: true }),
        ),
      ),
    keeps: (say) =>
      addCompletion(
        say,
        recordWorkingTask(say).addEvents(
          say.artifact("a", LINE, { last: true }),
          say.artifact("b", LINE.replace("14", "15"), { last: true }),
        ),
      ),
  },
} as const satisfies Examples;
