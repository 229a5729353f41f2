// Creates recordings from a file or from the selected time range of a run.

import type { RecordingSummary } from "../../lib/api/api-types.ts";
import { RecordSelector } from "../../lib/export/record-selector.ts";
import { createHeaderWriter, LOUPE_LOG_START } from "../../lib/log/log-header.ts";
import { createDerivedName } from "../../lib/report/recordings.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import { getMarkedSelection, getNotesInSelection } from "../../lib/session/marked-selection.ts";
import { convertToRecordLines } from "../../lib/session/record-lines.ts";
import type { Run } from "../../lib/session/run.ts";
import type { View } from "../../lib/session/view.ts";

/** Saves a Loupe log byte for byte, and other formats as the records that were read from them. */
export async function saveFile(file: File): Promise<RecordingSummary> {
  const isLoupe = (await file.slice(0, LOUPE_LOG_START.length).text()) === LOUPE_LOG_START;
  if (isLoupe) return apiClient.saveRecording(file);
  return apiClient.saveRecording(
    await convertToRecordLines(file.stream(), createHeaderWriter(file.name)),
  );
}

/** Saves the selected time range of the open run as a new recording. The run does not change. */
export async function saveMarkedRange(run: Run, view: View): Promise<RecordingSummary> {
  const { source, timeline } = run;
  const selection = getMarkedSelection(timeline, view);
  if (!source || !selection) throw new Error("No events are selected.");
  const log = source.kind === "file" ? source.file.stream() : await apiClient.log(source.id);
  const selector = new RecordSelector(timeline, selection);
  const addHeader = createHeaderWriter(run.name);
  const exchanges = new Set<string>();
  const saved = await apiClient.saveRecording(
    await convertToRecordLines(log, function* (record, format) {
      for (const one of addHeader(record, format)) {
        for (const kept of selector.push(one)) {
          if (kept.r === "open") exchanges.add(kept.x);
          yield kept;
        }
      }
    }),
  );
  const metadata = source.kind === "recording" ? await apiClient.getMetadata(source.id) : null;
  await apiClient.updateMetadata(saved.id, {
    name: createDerivedName({ ...saved, given: metadata?.name ?? null }, "trimmed"),
    addTags: metadata?.tags ?? [],
    notes: getNotesInSelection(timeline, selection, metadata?.notes ?? []).map(
      ({ x, event, text }) => ({
        x,
        event,
        text,
      }),
    ),
    edges: (metadata?.edges ?? []).filter(({ x }) => exchanges.has(x)),
  });
  return saved;
}
