/** A refusal for want of knowing, or of trusting, who asks: over HTTP by its status, over gRPC by its own. */

import { getGrpcStatusName } from "../protocol/grpc/status-names.ts";
import { getHeaderValue } from "../wire/headers.ts";
import type { Exchange } from "./exchange.ts";

export interface Refusal {
  /** False where it knows who asks, and does not allow it. */
  readonly wantsToKnow: boolean;
  /** In the words of the transport: `HTTP 401`. */
  readonly said: string;
}

const UNAUTHENTICATED = 16;
const PERMISSION_DENIED = 7;

/** `null` while there is none, and where the agent answered. */
export function refusalOf({ head, ended }: Exchange): Refusal | null {
  if (!head) return null;
  const { status, headers } = head.record;
  if (status === 401 || status === 403) {
    return { wantsToKnow: status === 401, said: `HTTP ${status}` };
  }
  const trailers = ended?.record.trailers ?? [];
  const code = getHeaderValue(trailers, "grpc-status") ?? getHeaderValue(headers, "grpc-status");
  const number = Number(code ?? Number.NaN);
  if (number !== UNAUTHENTICATED && number !== PERMISSION_DENIED) return null;
  return { wantsToKnow: number === UNAUTHENTICATED, said: `gRPC ${getGrpcStatusName(number)}` };
}
