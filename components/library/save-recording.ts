// Recordings made from what is open: a log that came from a file, or the marked span of a run.
import { RecordSelector } from "../../lib/export/record-selector.ts";
import { createDerivedName } from "../../lib/report/recordings.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import { getMarkedSelection, getNotesInSelection } from "../../lib/session/marked-selection.ts";
import { convertToRecordLines } from "../../lib/session/record-lines.ts";
import type { Run } from "../../lib/session/run.ts";
import type { View } from "../../lib/session/view.ts";
import type { RecordingSummary } from "../../lib/wire/api-types.ts";
import { LOG_VERSION, type LogHeader, type WireRecord } from "../../lib/wire/record.ts";

/** A Loupe log is kept byte for byte; what came in other formats, as the records it was read as. */
export async function saveFile(file: File): Promise<RecordingSummary> {
  const isLoupe = (await file.slice(0, LOUPE_LOG_START.length).text()) === LOUPE_LOG_START;
  if (isLoupe) return apiClient.saveRecording(file);
  return apiClient.saveRecording(
    await convertToRecordLines(file.stream(), createHeaderWriter(file.name)),
  );
}

const LOUPE_LOG_START = '{"r":"loupe"';

/** The marked span of the open run as a recording of its own; the other stays as it is. */
export async function saveMarkedRange(run: Run, view: View): Promise<RecordingSummary> {
  const { source, timeline } = run;
  const selection = getMarkedSelection(timeline, view);
  if (!source || !selection) throw new Error("No events are marked.");
  const log = source.kind === "file" ? source.file.stream() : await apiClient.log(source.id);
  const selector = new RecordSelector(timeline, selection);
  const headed = createHeaderWriter(run.name);
  const kept = await apiClient.saveRecording(
    await convertToRecordLines(log, function* (record, format) {
      for (const one of headed(record, format)) yield* selector.push(one);
    }),
  );
  const about = source.kind === "recording" ? await apiClient.getMetadata(source.id) : null;
  await apiClient.updateMetadata(kept.id, {
    name: createDerivedName({ ...kept, given: about?.name ?? null }, "trimmed"),
    addTags: about?.tags ?? [],
    notes: getNotesInSelection(timeline, selection, about?.notes ?? []).map(
      ({ x, event, text }) => ({
        x,
        event,
        text,
      }),
    ),
  });
  return kept;
}

/** A log has a header, and in it a name to be known by. */
function createHeaderWriter(name: string): (record: WireRecord, format: string) => WireRecord[] {
  let isFirst = true;
  return (record, by) => {
    const head: LogHeader = { r: "loupe", version: LOG_VERSION, id: "", at: null, by, name };
    const wasFirst = isFirst;
    isFirst = false;
    if (record.r === "loupe") return [{ ...record, name: record.name ?? name }];
    return wasFirst ? [head, record] : [record];
  };
}
