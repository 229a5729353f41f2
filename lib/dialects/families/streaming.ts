/** The streaming extension of kagenti: messages that grow by patches in status updates' metadata. */

import type { Family } from "../signal.ts";

export const STREAMING: Family = {
  id: "streaming",
  label: "Streaming extension",
  signals: [
    // Who hosts it has changed before.
    { where: "extension", key: /\/ui\/streaming\/v1$/, means: "draft", sure: "certain" },
  ],
};
