/** Files in the data folder that say where the taps of a running process can be reached. */

import { join } from "node:path";
import { isObject } from "../../../protocol/json.ts";

export const CONTROL_SUFFIX = ".tap";

export interface ControlAddress {
  readonly url: string;
  readonly token: string;
  /** The machine; loopback leads elsewhere on another one that shares the folder. */
  readonly host: string;
}

export const getControlFolder = (dataFolder: string): string =>
  join(/*turbopackIgnore: true*/ dataFolder, "taps");

/** `null` for a file that is being written, or that is none. */
export function parseControlAddress(text: string): ControlAddress | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return null;
    const { url, token, host } = value;
    const isComplete =
      typeof url === "string" && typeof token === "string" && typeof host === "string";
    return isComplete && /^http:\/\/127\.0\.0\.1:\d+\/$/.test(url) ? { url, token, host } : null;
  } catch {
    return null;
  }
}
