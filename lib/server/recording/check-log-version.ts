/** Checks that this version of Loupe may continue a recording. */

import { LOG_VERSION } from "../../wire/record.ts";
import { ApiError } from "../http/api-error.ts";
import { readLogStart } from "./log-file.ts";

/** Throws if a newer version made it. */
export async function checkLogVersion(path: string): Promise<void> {
  const { header } = await readLogStart(path);
  if (!header || header.version <= LOG_VERSION) return;
  throw new ApiError(
    "newer-version",
    "A newer version of Loupe made this recording. It can be opened here, but not continued.",
    "Start a new recording.",
  );
}
