/** What a library keeps beside the log of a recording, found by the path of the log. */

import { basename, dirname } from "node:path";
import { EMPTY_METADATA, type RecordingMetadata } from "../../api/recording-metadata.ts";
import { isRecordingId } from "../ids.ts";
import { MetadataFiles } from "./metadata-files.ts";
import { LOG_SUFFIX } from "./recording-list.ts";
import { RecordingMarkers } from "./recording-markers.ts";

/** Empty for a log that is in no library. */
export async function readMetadataBeside(path: string): Promise<RecordingMetadata> {
  const id = findRecordingId(path);
  return id === null ? EMPTY_METADATA : new MetadataFiles(dirname(path)).read(id);
}

/** Says which other process still records the log; `null` if it is complete. */
export async function describeLogRecorder(path: string): Promise<string | null> {
  const id = findRecordingId(path);
  return id === null ? null : new RecordingMarkers(dirname(path)).describeHolder(id);
}

/** `null` if the file does not have the name of a recording. */
function findRecordingId(path: string): string | null {
  const id = basename(path, LOG_SUFFIX);
  return path.endsWith(LOG_SUFFIX) && isRecordingId(id) ? id : null;
}
