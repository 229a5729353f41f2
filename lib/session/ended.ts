/** Waiting for an exchange of the open run to be over. */

import type { Exchange } from "../timeline/exchange.ts";
import type { RunStore } from "./run.ts";

/** Resolves to the exchange when it has ended; to `null` when another run is open by then. */
export function untilEnded(run: RunStore, id: string): Promise<Exchange | null> {
  const { timeline } = run.getState();
  const now = () => {
    const exchange = run.getState().timeline.exchangeById.get(id);
    return exchange?.ended ? exchange : undefined;
  };
  return new Promise((resolve) => {
    const found = now();
    if (found) return resolve(found);
    const stop = run.subscribe((state) => {
      const ended = state.timeline === timeline ? now() : null;
      if (ended === undefined) return;
      stop();
      resolve(ended);
    });
  });
}
