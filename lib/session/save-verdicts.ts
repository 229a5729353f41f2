/**
 * Saves the verdict of the open run on the server as soon as it ends. The server analyzes other
 * recordings itself, but no large ones.
 */

import { Interpretation } from "../dialects/interpretation.ts";
import { ALL_DIALECTS } from "../dialects/settings.ts";
import { getVerdictAt, toVerdictSummary, type Verdict } from "../lint/verdict.ts";
import type { EdgeDecisions } from "../timeline/hops/call-tree.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { readWhenLoaded } from "../wire/text-source.ts";
import { apiClient } from "./api-client.ts";
import { findInterpretation } from "./interpretation-cache.ts";
import type { RunStore } from "./run.ts";
import { runWhenIdle } from "./scheduling.ts";

interface VerdictLibrary {
  /** Whether the server has a verdict of these bytes of the recording. */
  hasVerdict(recording: string, bytes: number): boolean;
  onSaved(): void;
}

/** Returns a stop function. */
export function saveVerdictsOfRun(run: RunStore, library: VerdictLibrary): () => void {
  let lastSaved = "";
  let lastDecisions: EdgeDecisions | null = null;
  const save = () => {
    const { source, phase, readBytes, timeline } = run.getState();
    if (source?.kind !== "recording" || phase.kind !== "ready" || readBytes === null) return;
    const { calls, decisions } = timeline.callTree;
    // The verdict of calls between agents follows the decisions of the user.
    if (calls.length > 0 && decisions === null) return;
    const version = `${source.id} ${readBytes}`;
    if (version === lastSaved && decisions === lastDecisions) return;
    lastSaved = version;
    lastDecisions = decisions;
    const { id } = source;
    // On failure it is saved when the recording is opened again.
    runWhenIdle(() => {
      if (calls.length === 0 && library.hasVerdict(id, readBytes)) return;
      readWhenLoaded(() => toVerdictSummary(judgeRun(timeline)))
        .then((verdict) => apiClient.saveVerdict(id, { ...verdict, bytes: readBytes }))
        .then(library.onSaved, () => undefined);
    });
  };
  save();
  return run.subscribe(save);
}

/** As the server does, whatever dialects the user has turned off. */
function judgeRun(timeline: Timeline): Verdict {
  const known = findInterpretation(timeline, ALL_DIALECTS);
  return getVerdictAt(
    timeline,
    timeline.lastEvent,
    (known ?? new Interpretation(timeline)).update(),
  );
}
