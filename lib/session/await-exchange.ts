/** Waiting for an exchange of the open run to be answered, or to be over. */

import type { Exchange } from "../timeline/exchange.ts";
import type { RunStore } from "./run.ts";

/** Resolves to the exchange when it has ended; to `null` when another run is open by then. */
export function waitForExchangeEnd(run: RunStore, id: string): Promise<Exchange | null> {
  const { timeline } = run.getState();
  const now = () => {
    const exchange = run.getState().timeline.exchangeById.get(id);
    return exchange?.end ? exchange : undefined;
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

/** Tells when an exchange of the open run is answered, if it ever is: a call of gRPC at its end. */
export function onExchangeResponse(
  run: RunStore,
  id: string,
  tell: (exchange: Exchange) => Promise<void>,
): void {
  const { source } = run.getState();
  const look = (): boolean => {
    const now = run.getState();
    const exchange = now.timeline.exchanges.findLast((one) => one.id === id);
    if (!exchange) return now.source !== source;
    const isGrpc = exchange.open.record.framing === "grpc";
    const isAnswered = exchange.end !== null || (exchange.head !== null && !isGrpc);
    if (isAnswered && exchange.head) void tell(exchange);
    return isAnswered || now.source !== source;
  };
  // A quick agent's answer is here before it is known which exchange it is of.
  if (look()) return;
  const stop = run.subscribe(() => {
    if (look()) stop();
  });
}
