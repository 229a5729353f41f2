/** The streaming extension of kagenti: messages that grow by patches in status updates' metadata. */

import type { Framework } from "../detector.ts";

export const STREAMING: Framework = {
  id: "streaming",
  label: "Streaming extension",
  detectors: [
    // Who hosts it has changed before.
    { source: "extension", key: /\/ui\/streaming\/v1$/, meaning: "draft", confidence: "certain" },
  ],
};
