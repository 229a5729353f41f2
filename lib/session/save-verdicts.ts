/**
 * Saves the verdict of the open run on the server as soon as it ends. The server analyzes other
 * recordings itself, but no large ones.
 */

import { getVerdictAt, toVerdictSummary } from "../lint/verdict.ts";
import { readWhenLoaded } from "../wire/text-source.ts";
import { apiClient } from "./api-client.ts";
import type { RunStore } from "./run.ts";

/** Returns a stop function. */
export function saveVerdictsOfRun(run: RunStore, onSaved: () => void): () => void {
  let lastSaved = "";
  const save = () => {
    const { source, phase, readBytes, timeline } = run.getState();
    if (source?.kind !== "recording" || phase.kind !== "ready" || readBytes === null) return;
    const version = `${source.id} ${readBytes}`;
    if (version === lastSaved) return;
    lastSaved = version;
    const { id } = source;
    // On failure it is saved when the recording is opened again.
    readWhenLoaded(() => toVerdictSummary(getVerdictAt(timeline, timeline.lastEvent)))
      .then((verdict) => apiClient.saveVerdict(id, { ...verdict, bytes: readBytes }))
      .then(onSaved, () => undefined);
  };
  save();
  return run.subscribe(save);
}
