/** Explanations of the rules about how artifacts are streamed. */

import type { Explanations } from "./explanation.ts";

export const ARTIFACT_EXPLANATIONS = {
  "ART-APPEND-UNKNOWN": {
    consequence:
      "The Python SDK up to 0.3 ignores the chunk; since 1.1 it breaks the stream with InvalidAgentResponseError. The JavaScript SDK creates an artifact from it.",
    remedy: "Send the first chunk of every artifactId with append: false, or without append.",
  },
  "ART-APPEND-FIRST-0.1": {
    consequence: "Clients find no artifact at that index and drop the chunk or fail.",
    remedy: "Send the first chunk of every index without append.",
  },
  "ART-REPLACE": {
    consequence: "The SDKs replace the old content with the new: what was shown before is gone.",
    remedy: "None if the replacement is intended; otherwise append, or use another artifactId.",
  },
  "ART-REPLACE-SHRINK": {
    consequence: "Text that users have already read disappears, and the stored task lacks it.",
    remedy: "Set append: true on every chunk except the first, unless the text should be replaced.",
  },
  "ART-FORGOT-APPEND": {
    consequence: "Clients show one fragment at a time, and the stored artifact is the last one.",
    remedy: "Set append: true on every chunk except the first.",
  },
  "ART-AFTER-LAST": {
    consequence:
      "The SDKs append it anyway; a client that passes an artifact on once it is complete has passed on an incomplete one.",
    remedy: "Set lastChunk: true only on the very last chunk; it may be empty.",
  },
  "ART-NO-LAST": {
    consequence:
      "Clients don't know that the artifact is complete until the task ends, so anything that waits for it waits longer.",
    remedy: "Set lastChunk: true on the last chunk of an artifact that is sent in chunks.",
  },
  "ART-ID-REUSE-NAME": {
    consequence:
      "The JavaScript SDK renames the artifact, the Python SDK keeps the first name: the same run is shown under two names.",
    remedy: "Use a new artifactId for an artifact with a different name.",
  },
  "ART-DUP": {
    consequence: "The SDKs append it again, so the text appears twice.",
    remedy: "Send each chunk once, even when an operation is retried.",
  },
  "ART-RESEND": {
    consequence: "The SDKs append the whole text to its own chunks, so the text appears twice.",
    remedy: "Send the whole text with append: false, or don't send it again.",
  },
  "ART-SAME-CONTENT": {
    consequence: "Clients that show all artifacts show the same result twice.",
    remedy: "Send the final text under the ID it was streamed with.",
  },
} as const satisfies Explanations;
