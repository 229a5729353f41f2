/** The streaming extension of kagenti: messages that grow by patches in status update metadata. */

import type { Framework } from "../detector.ts";

export const STREAMING: Framework = {
  id: "streaming",
  label: "Streaming extension",
  detectors: [
    // Its host has changed before.
    { source: "extension", key: /\/ui\/streaming\/v1$/, meaning: "draft", confidence: "certain" },
  ],
};
