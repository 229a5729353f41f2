/** A refusal for want of knowing, or of trusting, who asks: over HTTP by its status, over gRPC by its own. */

import { getGrpcStatusName } from "../protocol/grpc/status-names.ts";
import { getHeaderValue } from "../wire/headers.ts";
import type { Exchange } from "./exchange.ts";

export interface AuthRejection {
  /** False where it knows who asks, and does not allow it. */
  readonly isUnauthenticated: boolean;
  /** In the words of the transport: `HTTP 401`. */
  readonly label: string;
}

const UNAUTHENTICATED = 16;
const PERMISSION_DENIED = 7;

/** `null` while there is none, and where the agent answered. */
export function findAuthRejection({ head, end }: Exchange): AuthRejection | null {
  if (!head) return null;
  const { status, headers } = head.record;
  if (status === 401 || status === 403) {
    return { isUnauthenticated: status === 401, label: `HTTP ${status}` };
  }
  const trailers = end?.record.trailers ?? [];
  const code = getHeaderValue(trailers, "grpc-status") ?? getHeaderValue(headers, "grpc-status");
  const number = Number(code ?? Number.NaN);
  if (number !== UNAUTHENTICATED && number !== PERMISSION_DENIED) return null;
  return {
    isUnauthenticated: number === UNAUTHENTICATED,
    label: `gRPC ${getGrpcStatusName(number)}`,
  };
}
