/** Adds the notes on a recording, and the decisions about its calls, to its log. */

import { MetadataInserter } from "../export/metadata-inserter.ts";
import { type Selection, WHOLE_RUN } from "../export/selection.ts";
import { Ingest } from "../timeline/ingest.ts";
import { apiClient } from "./api-client.ts";
import { convertToRecordLines } from "./record-lines.ts";

/** The log as recorded so far; byte for byte if there is nothing to add. */
export async function createLogWithMetadata(
  recording: string,
  signal?: AbortSignal,
  selection: Selection = WHOLE_RUN,
): Promise<File> {
  const [log, metadata] = await Promise.all([
    apiClient.log(recording, signal),
    apiClient.getMetadata(recording),
  ]);
  const blob = await new Response(log).blob();
  const name = `${recording}.jsonl`;
  if (metadata.notes.length + metadata.edges.length === 0) return new File([blob], name);
  const ingest = new Ingest();
  await convertToRecordLines(blob.stream(), (record) => {
    signal?.throwIfAborted();
    ingest.push(record);
    return [];
  });
  ingest.finish();
  const inserter = new MetadataInserter(ingest.timeline, metadata, selection);
  const lines = await convertToRecordLines(blob.stream(), (record) => {
    signal?.throwIfAborted();
    return inserter.push(record);
  });
  return new File([lines], name, { type: lines.type });
}
