/** Where a log that the command line names comes from: standard input, a file, or the library. */

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { isRecordingId } from "../lib/server/recording-id.ts";
import { readSettings } from "../lib/server/settings.ts";
import { Shelf } from "../lib/server/shelf.ts";

/** A file of that name comes before a recording of that id. */
export async function logSource(
  log: string,
  stdin: AsyncIterable<Uint8Array | string>,
): Promise<AsyncIterable<Uint8Array | string>> {
  if (log === "-") return stdin;
  const isFile = await stat(log).then(
    (found) => found.isFile(),
    () => false,
  );
  if (isFile || !isRecordingId(log)) return createReadStream(log);
  return createReadStream(await new Shelf(readSettings().dataFolder).pathOf(log));
}
