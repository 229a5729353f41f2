/** All checkers. */

import { createArtifactChecker } from "./checkers/artifacts.ts";
import { createCapabilityChecker } from "./checkers/capabilities.ts";
import type { CheckerFactory } from "./checkers/checker.ts";
import { createClientChecker } from "./checkers/clients.ts";
import { createContextChecker } from "./checkers/contexts.ts";
import { createErrorChecker } from "./checkers/errors.ts";
import { createFrameChecker } from "./checkers/frames.ts";
import { createHistoryChecker } from "./checkers/history.ts";
import { createLifecycleChecker } from "./checkers/lifecycle.ts";
import { createListChecker } from "./checkers/lists.ts";
import { createParallelStreamChecker } from "./checkers/parallel-streams.ts";
import { createPushChecker } from "./checkers/pushes.ts";
import { createSchemaChecker } from "./checkers/schema.ts";
import { createSecretChecker } from "./checkers/secrets.ts";
import { createStreamEndChecker } from "./checkers/stream-end.ts";
import { createStreamChecker } from "./checkers/streams.ts";
import { createTimestampChecker } from "./checkers/timestamps.ts";

export const CHECKERS: readonly CheckerFactory[] = [
  createStreamChecker,
  createClientChecker,
  createHistoryChecker,
  createContextChecker,
  createListChecker,
  createErrorChecker,
  createCapabilityChecker,
  createPushChecker,
  createSecretChecker,
  createStreamEndChecker,
  createParallelStreamChecker,
  createLifecycleChecker,
  createArtifactChecker,
  createFrameChecker,
  createSchemaChecker,
  createTimestampChecker,
];
