/** Waits for the response or the end of an exchange of the open run. */

import type { Exchange } from "../timeline/exchange.ts";
import type { RunStore } from "./run.ts";

/** Resolves to the exchange when it has ended, or to `null` once another run is open. */
export function waitForExchangeEnd(run: RunStore, id: string): Promise<Exchange | null> {
  const { timeline } = run.getState();
  const findEnded = () => {
    const exchange = run.getState().timeline.exchangeById.get(id);
    return exchange?.end ? exchange : undefined;
  };
  return new Promise((resolve) => {
    const found = findEnded();
    if (found) return resolve(found);
    const stop = run.subscribe((state) => {
      const ended = state.timeline === timeline ? findEnded() : null;
      if (ended === undefined) return;
      stop();
      resolve(ended);
    });
  });
}

/**
 * Calls back once an exchange of the open run has a response. Of gRPC, whose status comes last,
 * that is at its end.
 */
export function onExchangeResponse(
  run: RunStore,
  id: string,
  onResponse: (exchange: Exchange) => Promise<void>,
): void {
  const { timeline } = run.getState();
  const check = (): boolean => {
    const now = run.getState();
    const exchange = now.timeline.exchanges.findLast((one) => one.id === id);
    if (!exchange) return now.timeline !== timeline;
    const isGrpc = exchange.open.record.framing === "grpc";
    const hasResponse = exchange.end !== null || (exchange.head !== null && !isGrpc);
    if (hasResponse && exchange.head) void onResponse(exchange);
    return hasResponse || now.timeline !== timeline;
  };
  // The response of a fast agent may be here before the id of the exchange is known.
  if (check()) return;
  const stop = run.subscribe(() => {
    if (check()) stop();
  });
}
