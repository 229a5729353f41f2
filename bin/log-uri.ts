/** A log's file as tools name it: relative to where they run, where it lies there. */

import { isAbsolute, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { isRecordingId } from "../lib/server/ids.ts";

/** `null` for what has no place of its own: standard input, a recording of the library. */
export function getLogUri(log: string, folder: string = process.cwd()): string | null {
  if (log === "-" || isRecordingId(log)) return null;
  const path = resolve(folder, log);
  const within = relative(folder, path);
  if (within === "" || within.startsWith("..") || isAbsolute(within)) {
    return pathToFileURL(path).href;
  }
  return within.split(sep).map(encodeURIComponent).join("/");
}
