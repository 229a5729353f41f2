/** What the rules about how artifacts are streamed mean. */

import type { Explanations } from "./explanation.ts";

export const ARTIFACT_EXPLANATIONS = {
  "ART-APPEND-UNKNOWN": {
    consequence:
      "The Python SDK up to 0.3 ignores the chunk, since 1.1 it breaks the stream with InvalidAgentResponseError; the JavaScript SDK makes an artifact of it.",
    remedy: "Send the first chunk of every artifactId with append: false, or without append.",
  },
  "ART-APPEND-FIRST-0.1": {
    consequence: "A client finds no artifact at that index, and drops the chunk or fails.",
    remedy: "Send the first chunk of every index without append.",
  },
  "ART-REPLACE": {
    consequence:
      "The SDKs put the new content in the place of the old: what was shown before is gone.",
    remedy: "Nothing, where it is meant; otherwise append, or use another artifactId.",
  },
  "ART-REPLACE-SHRINK": {
    consequence: "Text that people have read disappears, and the stored task lacks it.",
    remedy: "Set append: true on every chunk but the first, unless it is to be replaced.",
  },
  "ART-FORGOT-APPEND": {
    consequence:
      "Clients show one fragment at a time, and the stored artifact is the last of them.",
    remedy: "Set append: true on every chunk but the first.",
  },
  "ART-AFTER-LAST": {
    consequence:
      "The SDKs append it all the same; a client that hands an artifact on once it is complete has handed on less.",
    remedy: "Set lastChunk: true on the very last chunk, if need be an empty one.",
  },
  "ART-NO-LAST": {
    consequence:
      "Nobody knows that the artifact is complete before the task is: what waits for it waits longer.",
    remedy: "Set lastChunk: true on the last chunk of what is sent in pieces.",
  },
  "ART-ID-REUSE-NAME": {
    consequence:
      "The JavaScript SDK renames the artifact, the Python SDK keeps the first name: the same run is shown under two names.",
    remedy: "Use a new artifactId for what has another name.",
  },
  "ART-DUP": {
    consequence: "The SDKs append it again: the text is there twice.",
    remedy: "Send each chunk once, also when something is tried again.",
  },
  "ART-RESEND": {
    consequence: "The SDKs append the whole to its own pieces: the text is there twice.",
    remedy: "Send the whole with append: false, or not again.",
  },
  "ART-SAME-CONTENT": {
    consequence: "Clients that show all artifacts show the same answer twice.",
    remedy: "Send the final text under the id that it was streamed with.",
  },
} as const satisfies Explanations;
