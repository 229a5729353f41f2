/** What reads the copied bytes of one connection, whatever the protocol is. */

import type { EndDetails } from "../exchange/exchange-end.ts";
import type { TapExchange } from "./tap-exchange.ts";

export interface ConnectionReader {
  /**
   * Bytes from the caller, and for how long they were in the tap; `null` if they still are. Returns
   * the exchange to which they belong.
   */
  readRequest(bytes: Buffer, t: number, delay: number | null): TapExchange | null;
  /** Bytes from the agent. */
  readResponse(bytes: Buffer, t: number, delay: number | null): TapExchange | null;
  /** The exchange with that number on its connection, or of that stream, even if it has ended. */
  findExchange(number: number): TapExchange | null;
  /** The agent has closed its side in order: a response that lasts until then is complete. */
  closeResponse(t: number): void;
  /** The connection is over: ends what is not complete. */
  end(createEnd: EndFactory, t: number): void;
}

/** Creates the end of an exchange that is not complete. */
export type EndFactory = (exchange: Pick<TapExchange, "hasHead">) => EndDetails;
