/** Opens the log at a URL as a file: read-only, and kept by this browser until it is saved or discarded. */

import { getErrorMessage } from "../text/error-message.ts";
import { getLogName } from "./page-address.ts";
import type { RunStore } from "./run.ts";

/** `fetchLog`: fails with a message for the user. */
export async function openLinkedLog(
  run: RunStore,
  url: string,
  fetchLog: (url: string) => Promise<Blob>,
): Promise<void> {
  const name = getLogName(url);
  run.setState({ opening: { name, problem: null } });
  try {
    const log = await fetchLog(url);
    run.dismissOpening();
    await run.openFile(new File([log], name), { staysUnsaved: true });
  } catch (error) {
    const problem = getErrorMessage(error);
    run.setState({ opening: { name, problem } });
  }
}
