/**
 * Imports a saved log into the library.
 *
 * Guarantees: the log's bytes stay unchanged, so its header may still carry the id of its origin; a
 * log is imported whole or not at all; no recording is overwritten.
 */
import { type FileHandle, link, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { formatPlural } from "../../text/plural.ts";
import { ApiError } from "../http/api-error.ts";
import { createRecordingId, isRecordingId } from "../ids.ts";
import { readLogStart } from "./log-file.ts";

const NEWLINE = 10;

/**
 * Returns the id of the new recording. `contentLength` is compared with the bytes received: a
 * framework in between may drop the end of a long upload without an error.
 */
export async function importLog(
  folder: string,
  log: AsyncIterable<Uint8Array>,
  contentLength: string | null,
): Promise<string> {
  if (contentLength === null) {
    throw new ApiError("bad-request", "The upload has no Content-Length header.");
  }
  const announced = Number(contentLength);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const fresh = createRecordingId(new Date());
  const part = join(folder, `${fresh}.part`);
  const file = await open(part, "ax", 0o600);
  try {
    const received = await writeLog(file, log);
    if (received !== announced) {
      throw new ApiError(
        "cut-short",
        `Only ${received} of ${formatPlural(announced, "byte")} of the log arrived.`,
      );
    }
    const { header } = await readLogStart(part);
    if (!header) {
      throw new ApiError(
        "bad-request",
        "This is not a Loupe log: its first line is not a header.",
        'A log starts with a line like {"r":"loupe","version":1,…}.',
      );
    }
    const own = isRecordingId(header.id) && (await linkRecording(part, folder, header.id));
    if (own) return header.id;
    if (await linkRecording(part, folder, fresh)) return fresh;
    throw new ApiError("failed", "No unused id was found for the log.", "Try again.");
  } finally {
    await file.close();
    await rm(part, { force: true });
  }
}

/** Adds a missing final newline: the log was saved without one, its last line is not torn. */
async function writeLog(file: FileHandle, log: AsyncIterable<Uint8Array>): Promise<number> {
  let received = 0;
  let last: number | undefined = NEWLINE;
  for await (const chunk of log) {
    await file.appendFile(chunk);
    received += chunk.length;
    last = chunk.at(-1) ?? last;
  }
  if (last !== NEWLINE) await file.appendFile("\n");
  return received;
}

/** Gives a finished file the name of a recording; false if the name is taken. */
export async function linkRecording(part: string, folder: string, id: string): Promise<boolean> {
  try {
    await link(part, join(folder, `${id}.jsonl`));
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}
