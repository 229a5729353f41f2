/**
 * Runs to be compared: the open one, another recording, or a file; each read by the same records
 * into a timeline of its own, and compared in slices between which the page has its turn.
 */

import type { DialectSettings } from "../dialects/settings.ts";
import { compareRunsInSteps, type RunDiff } from "../diff/compare-runs.ts";
import type { DiffSide } from "../diff/row-content.ts";
import { createLintingIngest } from "../lint/linter.ts";
import type { Ingest } from "../timeline/ingest.ts";
import { Timeline } from "../timeline/timeline.ts";
import { followRecording } from "./feed.ts";
import { interpretInSlices } from "./interpretation-cache.ts";
import { loadFile } from "./load-file.ts";
import { TimeSlicer } from "./scheduling.ts";

/** Which run; `read` has a timeline already, which may still grow. */
export type RunReference =
  | { readonly kind: "read"; readonly name: string; readonly timeline: Timeline }
  | { readonly kind: "recording"; readonly name: string; readonly id: string }
  | { readonly kind: "file"; readonly name: string; readonly file: File };

/** Rejects where there is no such recording, or the file is no log. */
export async function loadRun(choice: RunReference, signal: AbortSignal): Promise<Timeline> {
  if (choice.kind === "read") return choice.timeline;
  if (choice.kind === "recording") {
    const ingest = createLintingIngest();
    await loadRecording(choice.id, ingest, signal);
    return ingest.timeline;
  }
  const into = { timeline: new Timeline(), skipped: [] };
  const stopped = new AbortController().signal;
  await loadFile(into, choice.file, { left: signal, stopped });
  return into.timeline;
}

/** All that there is of it by now. */
function loadRecording(id: string, ingest: Ingest, signal: AbortSignal): Promise<void> {
  const enough = new AbortController();
  return new Promise((resolve, reject) => {
    const followed = followRecording(id, AbortSignal.any([signal, enough.signal]), {
      onRecord: (_recording, _number, record) => ingest.push(record),
      onLine(line) {
        if (line.feed === "gone") reject(new Error(line.reason));
        if (line.feed !== "caught-up") return;
        if (!line.live) ingest.finish();
        enough.abort();
        resolve();
      },
      onConnectionLost: () => undefined,
    });
    void followed.then(resolve, reject);
  });
}

/** `null` as soon as nobody wants it any more. */
export async function compareRunsInSlices(
  left: Timeline,
  right: Timeline,
  settings: DialectSettings,
  signal: AbortSignal,
): Promise<RunDiff | null> {
  const sides: DiffSide[] = [];
  for (const timeline of [left, right]) {
    const interpretation = await interpretInSlices(timeline, settings, [], () => !signal.aborted);
    if (!interpretation) return null;
    sides.push({ interpretation, n: interpretation.timeline.lastEvent });
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
