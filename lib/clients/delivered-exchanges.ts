/** Says which responses clients got as a tap delivered them. */

import { summarizeEdits } from "../timeline/edits.ts";
import type { ClientResult } from "./client-result.ts";

/** One line for each exchange, whatever the number of clients. */
export function describeDelivered(clients: readonly ClientResult[]): string[] {
  const lines = clients.flatMap(({ exchanges }) =>
    exchanges.flatMap(({ exchange, edits }) => {
      const done = summarizeEdits(edits);
      if (done === null) return [];
      return `Exchange ${exchange} was served as the tap delivered it, not as the agent sent it. ${done}.`;
    }),
  );
  return [...new Set(lines)];
}
