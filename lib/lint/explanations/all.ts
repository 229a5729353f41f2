/** The explanations of all rules. */

import { ARTIFACT_EXPLANATIONS } from "./artifacts.ts";
import { CAIPE_EXPLANATIONS } from "./caipe.ts";
import { CALL_EXPLANATIONS } from "./calls.ts";
import { CAPABILITY_EXPLANATIONS } from "./capabilities.ts";
import { CARD_EXPLANATIONS } from "./cards.ts";
import type { Explanation } from "./explanation.ts";
import { FRAME_EXPLANATIONS } from "./frames.ts";
import { LIFECYCLE_EXPLANATIONS } from "./lifecycle.ts";
import { RESPONSE_EXPLANATIONS } from "./responses.ts";
import { SCHEMA_EXPLANATIONS } from "./schema.ts";
import { SNAPSHOT_EXPLANATIONS } from "./snapshots.ts";
import { STREAMING_MESSAGE_EXPLANATIONS } from "./streaming-messages.ts";
import { STREAM_EXPLANATIONS } from "./streams.ts";

export const EXPLANATIONS: ReadonlyMap<string, Explanation> = new Map(
  Object.entries<Explanation>({
    ...STREAM_EXPLANATIONS,
    ...LIFECYCLE_EXPLANATIONS,
    ...ARTIFACT_EXPLANATIONS,
    ...SNAPSHOT_EXPLANATIONS,
    ...FRAME_EXPLANATIONS,
    ...SCHEMA_EXPLANATIONS,
    ...CAIPE_EXPLANATIONS,
    ...STREAMING_MESSAGE_EXPLANATIONS,
    ...CALL_EXPLANATIONS,
    ...RESPONSE_EXPLANATIONS,
    ...CAPABILITY_EXPLANATIONS,
    ...CARD_EXPLANATIONS,
  }),
);
