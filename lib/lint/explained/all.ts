/** What every rule means. */

import { AGREED_EXPLAINED } from "./agreed.ts";
import { ANSWERS_EXPLAINED } from "./answers.ts";
import { ARTIFACTS_EXPLAINED } from "./artifacts.ts";
import { CAIPE_EXPLAINED } from "./caipe.ts";
import { CALLS_EXPLAINED } from "./calls.ts";
import { CARDS_EXPLAINED } from "./cards.ts";
import type { Explanation } from "./explanation.ts";
import { FRAMES_EXPLAINED } from "./frames.ts";
import { LIFECYCLE_EXPLAINED } from "./lifecycle.ts";
import { SHAPES_EXPLAINED } from "./shapes.ts";
import { SNAPSHOTS_EXPLAINED } from "./snapshots.ts";
import { STREAMING_EXPLAINED } from "./streaming.ts";
import { STREAMS_EXPLAINED } from "./streams.ts";

export const EXPLAINED: ReadonlyMap<string, Explanation> = new Map(
  Object.entries<Explanation>({
    ...STREAMS_EXPLAINED,
    ...LIFECYCLE_EXPLAINED,
    ...ARTIFACTS_EXPLAINED,
    ...SNAPSHOTS_EXPLAINED,
    ...FRAMES_EXPLAINED,
    ...SHAPES_EXPLAINED,
    ...CAIPE_EXPLAINED,
    ...STREAMING_EXPLAINED,
    ...CALLS_EXPLAINED,
    ...ANSWERS_EXPLAINED,
    ...AGREED_EXPLAINED,
    ...CARDS_EXPLAINED,
  }),
);
