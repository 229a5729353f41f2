/** The examples of all rules. */

import { ARTIFACT_EXAMPLES } from "./artifacts.ts";
import { CAIPE_EXAMPLES } from "./caipe.ts";
import { CALL_EXAMPLES } from "./calls.ts";
import { CAPABILITY_EXAMPLES } from "./capabilities.ts";
import { CARD_EXAMPLES } from "./cards.ts";
import { ENVELOPE_EXAMPLES } from "./envelopes.ts";
import type { Example } from "./example.ts";
import { FRAME_EXAMPLES } from "./frames.ts";
import { LIFECYCLE_EXAMPLES } from "./lifecycle.ts";
import { PART_EXAMPLES } from "./parts.ts";
import { RESPONSE_EXAMPLES } from "./responses.ts";
import { SCHEMA_EXAMPLES } from "./schema.ts";
import { SNAPSHOT_EXAMPLES } from "./snapshots.ts";
import { STREAMING_MESSAGE_EXAMPLES } from "./streaming-messages.ts";
import { STREAM_EXAMPLES } from "./streams.ts";

export const EXAMPLES: ReadonlyMap<string, Example> = new Map(
  Object.entries<Example>({
    ...STREAM_EXAMPLES,
    ...LIFECYCLE_EXAMPLES,
    ...ARTIFACT_EXAMPLES,
    ...SNAPSHOT_EXAMPLES,
    ...FRAME_EXAMPLES,
    ...ENVELOPE_EXAMPLES,
    ...SCHEMA_EXAMPLES,
    ...PART_EXAMPLES,
    ...CAIPE_EXAMPLES,
    ...STREAMING_MESSAGE_EXAMPLES,
    ...CALL_EXAMPLES,
    ...RESPONSE_EXAMPLES,
    ...CAPABILITY_EXAMPLES,
    ...CARD_EXAMPLES,
  }),
);
