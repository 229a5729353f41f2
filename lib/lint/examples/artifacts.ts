/** Examples of the rules about how artifacts are streamed. */

import type { Examples } from "./example.ts";
import type { Scene } from "./scene.ts";
import type { Flags, Speaker } from "./speaker.ts";

const more: Flags = { append: true };
const last: Flags = { append: true, last: true };

const working = (say: Speaker): Scene => say.stream().say(say.task("working"));

/** The task completes. */
const completed = (say: Speaker, scene: Scene): Scene => scene.say(say.status("completed")).end();

const LINE = "High water is at 14:20.";

/** What append is for: a part of what was sent before. */
const APPENDED = {
  breaks: (say: Speaker) => working(say).say(say.artifact("a", "High ", more)),
  keeps: (say: Speaker) =>
    working(say).say(say.artifact("a", "High "), say.artifact("a", "water", more)),
};

export const ARTIFACT_EXAMPLES = {
  "ART-APPEND-UNKNOWN": {
    ...APPENDED,
    // Taken up again, the artifact was begun before.
    keeps: (say) => say.stream({ taskId: "t1" }).say(say.artifact("a", "water", more)),
  },
  "ART-APPEND-FIRST-0.1": APPENDED,
  "ART-REPLACE": {
    breaks: (say) => working(say).say(say.artifact("a", "High"), say.artifact("a", "High water")),
    keeps: (say) => working(say).say(say.artifact("a", "High"), say.artifact("b", "High water")),
  },
  "ART-REPLACE-SHRINK": {
    breaks: (say) => working(say).say(say.artifact("a", LINE), say.artifact("a", "water")),
    keeps: (say) => working(say).say(say.artifact("a", LINE), say.artifact("a", "High water")),
  },
  "ART-FORGOT-APPEND": {
    breaks: (say) =>
      working(say).say(
        say.artifact("a", "High "),
        say.artifact("a", "water is "),
        say.artifact("a", "at 14:20."),
      ),
    keeps: (say) =>
      working(say).say(
        say.artifact("a", "10 %"),
        say.artifact("a", "50 %"),
        say.artifact("a", "90 %"),
      ),
  },
  "ART-AFTER-LAST": {
    breaks: (say) =>
      working(say).say(
        say.artifact("a", "High ", { last: true }),
        say.artifact("a", "water", more),
      ),
    keeps: (say) =>
      working(say).say(say.artifact("a", "High ", { last: true }), say.artifact("b", "water")),
  },
  "ART-NO-LAST": {
    breaks: (say) =>
      completed(
        say,
        working(say).say(say.artifact("a", "High "), say.artifact("a", "water", more)),
      ),
    keeps: (say) =>
      completed(
        say,
        working(say).say(say.artifact("a", "High "), say.artifact("a", "water", last)),
      ),
  },
  "ART-ID-REUSE-NAME": {
    breaks: (say) =>
      working(say).say(
        say.artifact("a", "High ", { name: "tide" }),
        say.artifact("a", "water", { ...more, name: "harbour" }),
      ),
    keeps: (say) =>
      working(say).say(
        say.artifact("a", "High ", { name: "tide" }),
        say.artifact("a", "water", more),
      ),
  },
  "ART-DUP": {
    breaks: (say) =>
      working(say).say(
        say.artifact("a", "Today: "),
        say.artifact("a", LINE, more),
        say.artifact("a", LINE, more),
      ),
    keeps: (say) =>
      working(say).say(
        say.artifact("a", "Today: "),
        say.artifact("a", "ha ", more),
        say.artifact("a", "ha ", more),
      ),
  },
  "ART-RESEND": {
    breaks: (say) =>
      working(say).say(
        say.artifact("a", LINE.slice(0, 9)),
        say.artifact("a", LINE.slice(9), more),
        say.artifact("a", LINE, more),
      ),
    keeps: (say) =>
      working(say).say(
        say.artifact("a", LINE.slice(0, 9)),
        say.artifact("a", LINE.slice(9), more),
        say.artifact("a", LINE),
      ),
  },
  "ART-SAME-CONTENT": {
    breaks: (say) =>
      completed(
        say,
        working(say).say(
          say.artifact("a", LINE, { last: true }),
          say.artifact("b", LINE, { last: true }),
        ),
      ),
    keeps: (say) =>
      completed(
        say,
        working(say).say(
          say.artifact("a", LINE, { last: true }),
          say.artifact("b", LINE.replace("14", "15"), { last: true }),
        ),
      ),
  },
} as const satisfies Examples;
