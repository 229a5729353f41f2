/** The examples of all rules. */

import { AGREED_EXAMPLES } from "./agreed.ts";
import { ANSWERS_EXAMPLES } from "./answers.ts";
import { ARTIFACT_EXAMPLES } from "./artifacts.ts";
import { CAIPE_EXAMPLES } from "./caipe.ts";
import { CALLS_EXAMPLES } from "./calls.ts";
import { CARDS_EXAMPLES } from "./cards.ts";
import { ENVELOPE_EXAMPLES } from "./envelopes.ts";
import type { Example } from "./example.ts";
import { FRAME_EXAMPLES } from "./frames.ts";
import { LIFECYCLE_EXAMPLES } from "./lifecycle.ts";
import { PART_EXAMPLES } from "./parts.ts";
import { SHAPE_EXAMPLES } from "./shapes.ts";
import { SNAPSHOT_EXAMPLES } from "./snapshots.ts";
import { STREAMING_EXAMPLES } from "./streaming.ts";
import { STREAM_EXAMPLES } from "./streams.ts";

export const EXAMPLES: ReadonlyMap<string, Example> = new Map(
  Object.entries<Example>({
    ...STREAM_EXAMPLES,
    ...LIFECYCLE_EXAMPLES,
    ...ARTIFACT_EXAMPLES,
    ...SNAPSHOT_EXAMPLES,
    ...FRAME_EXAMPLES,
    ...ENVELOPE_EXAMPLES,
    ...SHAPE_EXAMPLES,
    ...PART_EXAMPLES,
    ...CAIPE_EXAMPLES,
    ...STREAMING_EXAMPLES,
    ...CALLS_EXAMPLES,
    ...ANSWERS_EXAMPLES,
    ...AGREED_EXAMPLES,
    ...CARDS_EXAMPLES,
  }),
);
