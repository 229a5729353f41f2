/** The supported frameworks. Among detectors of one rank, the earlier framework wins. */

import type { Framework } from "./detector.ts";
import { ADK, ADK_EXTENSIONS } from "./frameworks/adk.ts";
import { CAIPE } from "./frameworks/caipe.ts";
import {
  A2ANET,
  AI_SDK,
  COMMON_CONVENTIONS,
  MASTRA,
  STRANDS,
  TOKEN_MESSAGES,
} from "./frameworks/common-conventions.ts";
import { KAGENTI, SAMPLES, STREAMING, UNKNOWN_EXTENSIONS } from "./frameworks/extensions.ts";
import { GEMINI_CLI } from "./frameworks/gemini-cli.ts";
import { INFERENCE_GATEWAY } from "./frameworks/inference-gateway.ts";

export const FRAMEWORKS: readonly Framework[] = [
  ADK,
  ADK_EXTENSIONS,
  GEMINI_CLI,
  INFERENCE_GATEWAY,
  CAIPE,
  STREAMING,
  KAGENTI,
  SAMPLES,
  A2ANET,
  STRANDS,
  MASTRA,
  AI_SDK,
  COMMON_CONVENTIONS,
  TOKEN_MESSAGES,
  UNKNOWN_EXTENSIONS,
];
