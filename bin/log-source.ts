/** Where a log that the command line names comes from: standard input, a file, or the library. */

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { isRecordingId } from "../lib/server/recording-id.ts";
import { readSettings } from "../lib/server/settings.ts";
import { Shelf } from "../lib/server/shelf.ts";
import type { EventNote } from "../lib/wire/recording-metadata.ts";

/** A file of that name comes before a recording of that id. */
export async function logSource(
  log: string,
  stdin: AsyncIterable<Uint8Array | string>,
): Promise<AsyncIterable<Uint8Array | string>> {
  if (log === "-") return stdin;
  if (!(await isOfLibrary(log))) return createReadStream(log);
  return createReadStream(await shelf().pathOf(log));
}

/** What people noted on the events of a recording; nothing for any other log. */
export async function notesOn(log: string): Promise<readonly EventNote[]> {
  return (await isOfLibrary(log)) ? (await shelf().abouts.read(log)).notes : [];
}

async function isOfLibrary(log: string): Promise<boolean> {
  if (!isRecordingId(log)) return false;
  const found = await stat(log).catch(() => null);
  return !found?.isFile();
}

const shelf = () => new Shelf(readSettings().dataFolder);
