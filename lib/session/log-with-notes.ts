/** A recording on its way out with the notes on it, each behind its event. */

import { NoteInserter } from "../export/note-inserter.ts";
import { type Selection, WHOLE_RUN } from "../export/selection.ts";
import { Ingest } from "../timeline/ingest.ts";
import { apiClient } from "./api-client.ts";
import { convertToRecordLines } from "./record-lines.ts";

/** As far as it was recorded by now; byte for byte, where nothing was noted on what is chosen. */
export async function createLogWithNotes(
  recording: string,
  left?: AbortSignal,
  selection: Selection = WHOLE_RUN,
): Promise<File> {
  const [log, { notes }] = await Promise.all([
    apiClient.log(recording, left),
    apiClient.getMetadata(recording),
  ]);
  const whole = await new Response(log).blob();
  const name = `${recording}.jsonl`;
  if (notes.length === 0) return new File([whole], name);
  const ingest = new Ingest();
  await convertToRecordLines(whole.stream(), (record) => {
    left?.throwIfAborted();
    ingest.push(record);
    return [];
  });
  ingest.finish();
  const noting = new NoteInserter(ingest.timeline, notes, selection);
  const lines = await convertToRecordLines(whole.stream(), (record) => {
    left?.throwIfAborted();
    return noting.push(record);
  });
  return new File([lines], name, { type: lines.type });
}
