// Saves a log of any format to the library.
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import { createHeaderWriter, LOUPE_LOG_START } from "../../lib/log/log-header.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import { convertToRecordLines } from "../../lib/session/record-lines.ts";

/** Saves a Loupe log byte for byte, and other formats as the records that were read from them. */
export async function saveLogFile(file: File): Promise<RecordingSummary> {
  const isLoupe = (await file.slice(0, LOUPE_LOG_START.length).text()) === LOUPE_LOG_START;
  if (isLoupe) return apiClient.saveRecording(file);
  const addHeader = createHeaderWriter(file.name);
  let hasExchange = false;
  const lines = await convertToRecordLines(file.stream(), (record, format) => {
    hasExchange ||= record.r === "open";
    return addHeader(record, format);
  });
  if (!hasExchange) throw new Error("It holds no exchange with an agent.");
  return apiClient.saveRecording(lines);
}
