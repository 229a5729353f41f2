/** The families that Loupe listens to. Among signals of one rank the earlier family is believed. */

import { ADK } from "./families/adk.ts";
import { CAIPE } from "./families/caipe.ts";
import { STREAMING } from "./families/streaming.ts";
import type { Family } from "./signal.ts";

export const FAMILIES: readonly Family[] = [ADK, CAIPE, STREAMING];
