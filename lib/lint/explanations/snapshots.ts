/** What the rules about whole tasks beside what was streamed mean. */

import type { Explanations } from "./explanation.ts";

export const SNAPSHOT_EXPLANATIONS = {
  "SNAP-LOST": {
    consequence:
      "The Python SDK puts the task in the place of what it had, so the artifact is gone; the JavaScript SDK keeps those that the new one lacks.",
    remedy: "Build the task from everything that was sent, and send none or all of its artifacts.",
  },
  "SNAP-DIFF": {
    consequence:
      "Whoever streamed the run and whoever asks for the task later read different texts.",
    remedy: "Stream what is stored, and store what is streamed.",
  },
  "HIST-DUP": {
    consequence:
      "The JavaScript SDK drops a message whose id it knows; others show both: one of two texts may never be seen.",
    remedy: "Give every message an id of its own; do not send a text that grows under one id.",
  },
} as const satisfies Explanations;
