/** The URI of a log for other tools: relative if it is inside the working folder. */

import { isAbsolute, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { isRecordingId } from "../lib/server/ids.ts";

/** `null` for standard input and for recordings, which have no file to point at. */
export function getLogUri(log: string, folder: string = process.cwd()): string | null {
  if (log === "-" || isRecordingId(log)) return null;
  const path = resolve(folder, log);
  const within = relative(folder, path);
  if (within === "" || within.startsWith("..") || isAbsolute(within)) {
    return pathToFileURL(path).href;
  }
  return within.split(sep).map(encodeURIComponent).join("/");
}
