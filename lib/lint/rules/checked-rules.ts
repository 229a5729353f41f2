/** The rules that checkers check. */

import { ARTIFACT_RULES } from "./artifacts.ts";
import { CALL_RULES } from "./calls.ts";
import { CAPABILITY_RULES } from "./capabilities.ts";
import { FRAME_RULES } from "./frames.ts";
import { LIFECYCLE_RULES } from "./lifecycle.ts";
import { RESPONSE_RULES } from "./responses.ts";
import type { Rule } from "./rule.ts";
import { SCHEMA_RULES } from "./schema.ts";
import { STREAM_RULES } from "./streams.ts";

export const CHECKED_RULES: readonly Rule[] = [
  ...STREAM_RULES,
  ...LIFECYCLE_RULES,
  ...ARTIFACT_RULES,
  ...CALL_RULES,
  ...RESPONSE_RULES,
  ...CAPABILITY_RULES,
  ...FRAME_RULES,
  ...SCHEMA_RULES,
];
