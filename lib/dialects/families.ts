/** The families that Loupe listens to. Among signals of one rank the earlier family is believed. */

import { ADK, ADK_EXTENSIONS } from "./families/adk.ts";
import { CAIPE } from "./families/caipe.ts";
import { KAGENTI, SAMPLES, UNKNOWN_EXTENSIONS } from "./families/extensions.ts";
import { GEMINI_CLI } from "./families/gemini-cli.ts";
import { A2ANET, AI_SDK, HABITS, MASTRA, STRANDS, TOKEN_MESSAGES } from "./families/habits.ts";
import { STREAMING } from "./families/streaming.ts";
import type { Family } from "./signal.ts";

export const FAMILIES: readonly Family[] = [
  ADK,
  ADK_EXTENSIONS,
  GEMINI_CLI,
  CAIPE,
  STREAMING,
  KAGENTI,
  SAMPLES,
  A2ANET,
  STRANDS,
  MASTRA,
  AI_SDK,
  HABITS,
  TOKEN_MESSAGES,
  UNKNOWN_EXTENSIONS,
];
