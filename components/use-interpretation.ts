"use client";
/** The open run as the dialects read it: apart from the session, so that it loads with the panes. */
import type { Interpretation } from "../lib/dialects/interpretation.ts";
import { getInterpretation } from "../lib/session/interpretation-cache.ts";
import { useRun, useView } from "./session.tsx";

/** All there is so far. */
export function useInterpretation(): Interpretation {
  const timeline = useRun((run) => run.timeline);
  useRun((run) => run.version);
  const dialects = useView((view) => view.dialects);
  return getInterpretation(timeline, dialects).update();
}
