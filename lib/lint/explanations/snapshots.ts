/** Explanations of the rules about task snapshots. */

import type { Explanations } from "./explanation.ts";

export const SNAPSHOT_EXPLANATIONS = {
  "SNAP-LOST": {
    consequence:
      "The Python SDK replaces its task with the snapshot, so the artifact is gone; the JavaScript SDK keeps artifacts that the new one lacks.",
    remedy:
      "Build the task from everything that was sent, and send either none or all of its artifacts.",
  },
  "SNAP-DIFF": {
    consequence:
      "Clients that streamed the run and clients that fetch the task later read different texts.",
    remedy: "Stream what you store, and store what you stream.",
  },
  "HIST-DUP": {
    consequence:
      "The JavaScript SDK drops a message whose ID it knows; others show both: one of the two texts may never be seen.",
    remedy: "Give every message a unique ID; don't send a growing text under one ID.",
  },
} as const satisfies Explanations;
