/**
 * Computes the verdicts of recordings and saves them on the server, which does not interpret logs
 * itself: for the open run as soon as it ends, for others when a list shows them.
 */

import { getVerdictAt, toVerdictSummary } from "../lint/verdict.ts";
import { LogOpener } from "../log/log-opener.ts";
import { Ingest } from "../timeline/ingest.ts";
import { readWhenLoaded } from "../wire/text-source.ts";
import { apiClient } from "./api-client.ts";
import type { RunStore } from "./run.ts";
import { TimeSlicer } from "./scheduling.ts";

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

/** Reads a recording and saves its verdict. Resolves to false if it cannot be read or has grown. */
export async function analyzeRecording(id: string, signal: AbortSignal): Promise<boolean> {
  const ingest = new Ingest();
  const opener = new LogOpener({
    record: (record) => ingest.push(record),
    skip: () => undefined,
  });
  try {
    await readLogInSlices(await apiClient.log(id, signal), opener, signal);
    opener.end();
    ingest.finish();
    const { timeline } = ingest;
    const verdict = toVerdictSummary(getVerdictAt(timeline, timeline.lastEvent));
    return (await apiClient.saveVerdict(id, { ...verdict, bytes: opener.bytes })).kept;
  } catch {
    return false;
  }
}

async function readLogInSlices(
  log: ReadableStream<Uint8Array>,
  opener: LogOpener,
  signal: AbortSignal,
): Promise<void> {
  const pace = new TimeSlicer();
  const reader = log.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      for (let at = 0; at < value.length; at += SLICE_BYTES) {
        opener.push(value.subarray(at, at + SLICE_BYTES));
        await pace.yieldToMain();
        signal.throwIfAborted();
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

const SLICE_BYTES = 1 << 16;
