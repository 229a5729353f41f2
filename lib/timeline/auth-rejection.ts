/**
 * Detects responses that reject a caller as unauthenticated or not permitted: HTTP 401 and 403, and
 * the matching gRPC statuses.
 */

import { getGrpcStatusName } from "../protocol/grpc/status.ts";
import { getHeaderValue } from "../wire/headers.ts";
import type { Exchange } from "./exchange.ts";

export interface AuthRejection {
  /** False if the caller is known but not permitted. */
  readonly isUnauthenticated: boolean;
  /** The status as the transport names it: `HTTP 401`. */
  readonly label: string;
}

const UNAUTHENTICATED = 16;
const PERMISSION_DENIED = 7;

/** `null` without a response, or if the agent did not reject the request. */
export function findAuthRejection(
  exchange: Exchange,
  n = Number.POSITIVE_INFINITY,
): AuthRejection | null {
  const head = exchange.headAt(n);
  const end = exchange.endAt(n);
  if (!head) return null;
  const { status, headers } = head;
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
