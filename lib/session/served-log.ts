/** The log of the open run as Loupe's server takes it, to serve it to clients. */

import type { ServedLog } from "./api-client.ts";
import type { RunSource } from "./run.ts";

/** A recording is already on the server; a file is sent as record lines. */
export async function getServedLog(source: RunSource): Promise<ServedLog> {
  if (source.kind === "recording") return { recording: source.id };
  const { convertToRecordLines } = await import("./record-lines.ts");
  return { lines: await convertToRecordLines(source.file.stream()) };
}
