/** The log that a command line names: standard input, a file, or a recording. */

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { EMPTY_METADATA, type RecordingMetadata } from "../lib/api/recording-metadata.ts";
import { isRecordingId } from "../lib/server/ids.ts";
import { describeLogRecorder, readMetadataBeside } from "../lib/server/recording/beside-log.ts";
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

export async function openLogSource(
  log: string,
  stdin: AsyncIterable<Uint8Array | string>,
): Promise<AsyncIterable<Uint8Array | string>> {
  return log === "-" ? stdin : createReadStream(await getLogPath(log));
}

/** What users noted beside a recording, also if its file is named; empty for any other log. */
export async function readLogMetadata(log: string): Promise<RecordingMetadata> {
  return log === "-" ? EMPTY_METADATA : readMetadataBeside(await getLogPath(log));
}

/** Says which process still records the log; `null` if it is complete. */
export async function describeRecorder(log: string): Promise<string | null> {
  return log === "-" ? null : describeLogRecorder(await getLogPath(log));
}

/** A file takes precedence over a recording with the same name. */
async function getLogPath(log: string): Promise<string> {
  if (!isRecordingId(log)) return log;
  const found = await stat(log).catch(() => null);
  return found?.isFile() ? log : new RecordingStore(readSettings().dataFolder).getPath(log);
}
