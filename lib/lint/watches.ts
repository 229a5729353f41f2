/** Every watch there is. */

import { watchArtifacts } from "./watch/artifacts.ts";
import { watchCapabilities } from "./watch/capabilities.ts";
import { watchClients } from "./watch/client.ts";
import { watchClosing } from "./watch/closing.ts";
import { watchContexts } from "./watch/contexts.ts";
import { watchErrors } from "./watch/errors.ts";
import { watchFrames } from "./watch/frames.ts";
import { watchHistory } from "./watch/history.ts";
import { watchLifecycle } from "./watch/lifecycle.ts";
import { watchLists } from "./watch/lists.ts";
import { watchParallel } from "./watch/parallel.ts";
import { watchPushes } from "./watch/pushes.ts";
import { watchSecrets } from "./watch/secrets.ts";
import { watchShapes } from "./watch/shapes.ts";
import { watchStreams } from "./watch/streams.ts";
import { watchTimes } from "./watch/times.ts";
import type { MakeWatch } from "./watch/watch.ts";

export const WATCHES: readonly MakeWatch[] = [
  watchStreams,
  watchClients,
  watchHistory,
  watchContexts,
  watchLists,
  watchErrors,
  watchCapabilities,
  watchPushes,
  watchSecrets,
  watchClosing,
  watchParallel,
  watchLifecycle,
  watchArtifacts,
  watchFrames,
  watchShapes,
  watchTimes,
];
