/** What sends requests to the connected agent, and what stands in for it without an agent. */

import type { Call } from "../protocol/call.ts";
import type { Endpoint } from "../protocol/card/card.ts";
import type { OutgoingRequest } from "../protocol/encode/encode.ts";
import type { AuthenticatedRequest, PlaceholderRequest } from "./apply-credentials.ts";
import type { RequestIds } from "./request-ids.ts";

export interface RequestSender {
  /** Resolves to the exchange's id, or to `null` if not sent. `at` overrides the endpoint. */
  send(call: Call, at?: Endpoint): Promise<string | null>;
  /** Sends a request that the user edited, after filling in its credential placeholders. */
  sendRaw(request: OutgoingRequest): Promise<string | null>;
  /** The request with placeholders for the credentials of its URL's origin. */
  addPlaceholders(request: OutgoingRequest): PlaceholderRequest;
  /** Encodes a call. Without `ids`, generated ids are placeholders; credentials always are. */
  request(call: Call, ids?: RequestIds, at?: Endpoint): PlaceholderRequest | null;
  /** Encodes a call with its credentials filled in; the reason if that is impossible. */
  disclosed(call: Call, ids: RequestIds, at?: Endpoint): AuthenticatedRequest | string | null;
  /** The call that this page sent as an exchange. */
  sent(exchange: string): Call | null;
}

/** Sends nothing: before the first agent is connected, and on a page without a server. */
export const NO_SENDER: RequestSender = {
  send: async () => null,
  sendRaw: async () => null,
  addPlaceholders: (request) => ({ ...request, variables: [] }),
  request: () => null,
  disclosed: () => null,
  sent: () => null,
};
