/** The table of all operations, in the order in which a diagnosis uses them. */

import type { z } from "zod";
import { checkCard } from "./check-card.ts";
import { diffRuns } from "./diff-runs.ts";
import { explainRule } from "./explain-rule.ts";
import { getEvent } from "./get-event.ts";
import { gradeAgent } from "./grade-agent.ts";
import { inspectRun } from "./inspect-run.ts";
import { listEvents } from "./list-events.ts";
import { listFindings } from "./list-findings.ts";
import { listHolds } from "./list-holds.ts";
import { listRuns } from "./list-runs.ts";
import type { LoupeOperation } from "./operation.ts";
import { resumeHeld } from "./resume-held.ts";
import { sendMessage } from "./send-message.ts";
import { serveRun } from "./serve-run.ts";
import { setBreakpoint } from "./set-breakpoint.ts";

export const OPERATIONS = [
  listRuns,
  inspectRun,
  listEvents,
  getEvent,
  listFindings,
  explainRule,
  diffRuns,
  checkCard,
  gradeAgent,
  sendMessage,
  serveRun,
  listHolds,
  setBreakpoint,
  resumeHeld,
] as const;

export type AnyOperation = LoupeOperation<z.ZodObject, z.ZodObject>;
