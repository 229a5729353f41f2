"use client";
/** Hook for the interpretation of the open run, separate from the session so that it loads with the panes. */
import type { Interpretation } from "../lib/dialects/interpretation.ts";
import { getInterpretation } from "../lib/session/interpretation-cache.ts";
import { useRun, useView } from "./session.tsx";

/** The interpretation of everything received so far. */
export function useInterpretation(): Interpretation {
  const timeline = useRun((run) => run.timeline);
  useRun((run) => run.version);
  const dialects = useView((view) => view.dialects);
  return getInterpretation(timeline, dialects).update();
}
