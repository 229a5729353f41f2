/** The log that a command line names: standard input, a file, or a recording. */

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { EventNote } from "../lib/api/recording-metadata.ts";
import { isRecordingId } from "../lib/server/ids.ts";
import { RecordingStore } from "../lib/server/recording/recording-store.ts";
import { readSettings } from "../lib/server/settings.ts";
import { UsageError } from "./command-line.ts";

/** The one log of a command. */
export function getOnlyLog(command: string, [log, other]: readonly string[]): string {
  if (log === undefined) throw new UsageError(`${command} needs a log, or - for standard input`);
  if (other !== undefined) {
    throw new UsageError(`${command} takes one log, not "${log}" and "${other}"`);
  }
  return log;
}

/** A file takes precedence over a recording with the same name. */
export async function openLogSource(
  log: string,
  stdin: AsyncIterable<Uint8Array | string>,
): Promise<AsyncIterable<Uint8Array | string>> {
  if (log === "-") return stdin;
  if (!(await isRecording(log))) return createReadStream(log);
  return createReadStream(await createStore().getPath(log));
}

/** The user's notes on a recording; empty for any other log. */
export async function readEventNotes(log: string): Promise<readonly EventNote[]> {
  return (await isRecording(log)) ? (await createStore().metadataFiles.read(log)).notes : [];
}

/** Says which process still records the log; `null` if it is complete. */
export async function describeRecorder(log: string): Promise<string | null> {
  return (await isRecording(log)) ? createStore().markers.describeHolder(log) : null;
}

async function isRecording(log: string): Promise<boolean> {
  if (!isRecordingId(log)) return false;
  const found = await stat(log).catch(() => null);
  return !found?.isFile();
}

const createStore = () => new RecordingStore(readSettings().dataFolder);
