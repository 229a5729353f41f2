/**
 * Loads runs for a comparison, each into a timeline of its own, and compares them in slices between
 * which the page can respond.
 */

import type { DialectSettings } from "../dialects/settings.ts";
import { compareRunsInSteps, type RunDiff } from "../diff/compare-runs.ts";
import type { DiffSide } from "../diff/row-content.ts";
import { createLinter } from "../lint/linter.ts";
import { Ingest } from "../timeline/ingest.ts";
import { Timeline } from "../timeline/timeline.ts";
import { followRecording } from "./feed.ts";
import { interpretInSlices } from "./interpretation-cache.ts";
import { loadFile } from "./load-file.ts";
import { TimeSlicer } from "./scheduling.ts";

/** Refers to a run. One of kind `read` has a timeline already, which may still grow. */
export type RunReference =
  | {
      readonly kind: "read";
      readonly name: string;
      readonly timeline: Timeline;
      readonly isGrowing?: boolean;
    }
  | { readonly kind: "recording"; readonly name: string; readonly id: string }
  | { readonly kind: "file"; readonly name: string; readonly file: File };

export interface RunToCompare {
  readonly timeline: Timeline;
  /** It is still being recorded. */
  readonly isGrowing: boolean;
}

/** Rejects if there is no such recording, or the file is not a log. */
export async function loadRun(reference: RunReference, signal: AbortSignal): Promise<RunToCompare> {
  if (reference.kind === "read") {
    const { timeline, isGrowing = false } = reference;
    return { timeline, isGrowing };
  }
  if (reference.kind === "recording") {
    const ingest = new Ingest({ observer: createLinter() });
    const isGrowing = await loadRecording(reference.id, ingest, signal);
    return { timeline: ingest.timeline, isGrowing };
  }
  const into = { timeline: new Timeline(), skipped: [] };
  const stopped = new AbortController().signal;
  await loadFile(into, reference.file, { signal, stopped });
  return { timeline: into.timeline, isGrowing: false };
}

/** Reads everything that the recording contains by now; resolves to whether more may follow. */
function loadRecording(id: string, ingest: Ingest, signal: AbortSignal): Promise<boolean> {
  const caughtUp = new AbortController();
  return new Promise((resolve, reject) => {
    const followed = followRecording(id, AbortSignal.any([signal, caughtUp.signal]), {
      onRecord: (_number, record) => ingest.push(record),
      onLine(line) {
        if (line.feed === "gone") reject(new Error(line.reason));
        if (line.feed !== "caught-up") return;
        if (!line.live) ingest.finish();
        caughtUp.abort();
        resolve(line.live);
      },
      onConnectionLost: () => undefined,
    });
    void followed.then(() => resolve(false), reject);
  });
}

/** `null` as soon as `signal` is aborted. */
export async function compareRunsInSlices(
  left: RunToCompare,
  right: RunToCompare,
  settings: DialectSettings,
  signal: AbortSignal,
): Promise<RunDiff | null> {
  const sides: DiffSide[] = [];
  for (const { timeline, isGrowing } of [left, right]) {
    const interpretation = await interpretInSlices(timeline, settings, [], () => !signal.aborted);
    if (!interpretation) return null;
    sides.push({ interpretation, n: interpretation.timeline.lastEvent, isGrowing });
  }
  const [one, other] = sides;
  if (!one || !other) return null;
  const pace = new TimeSlicer();
  const steps = compareRunsInSteps(one, other);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pace.yieldToMain();
    if (signal.aborted) return null;
  }
}
