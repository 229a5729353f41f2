/** What one process asks another about the taps that run in it: what they hold, and where they stop. */

import * as z from "zod";
import { HOLD_COMMAND } from "./api-requests.ts";

/** How long a caller may wait until something is held. */
export const MAX_HOLD_WAIT_SECONDS = 300;

const ID = z.string().regex(/\S/, "an ID");

export const HOLD_REQUEST = z.discriminatedUnion("ask", [
  z.strictObject({ ask: z.literal("list") }),
  z.strictObject({
    ask: z.literal("wait"),
    seconds: z.number().min(0).max(MAX_HOLD_WAIT_SECONDS),
  }),
  /** `step` is checked as one of a plan. */
  z.strictObject({ ask: z.literal("set"), tap: ID, step: z.unknown() }),
  z.strictObject({ ask: z.literal("enable"), tap: ID, id: ID, isEnabled: z.boolean() }),
  z.strictObject({ ask: z.literal("remove"), tap: ID, id: ID }),
  z.strictObject({ ask: z.literal("resume"), tap: ID, id: ID, command: HOLD_COMMAND }),
]);
export type HoldRequest = z.infer<typeof HOLD_REQUEST>;
