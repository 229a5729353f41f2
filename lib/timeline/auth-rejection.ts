/**
 * Detects responses that reject a caller as unauthenticated or not permitted: HTTP 401 and 403, and
 * the matching gRPC statuses.
 */

import { getGrpcStatusName } from "../protocol/grpc/status.ts";
import { findUrlCredentials, isSecretHeader } from "../secrets/credentials.ts";
import { getHeaderValue } from "../wire/headers.ts";
import type { OpenRecord } from "../wire/record.ts";
import type { Exchange } from "./exchange.ts";

export interface AuthRejection {
  /** False if the caller is known but not permitted. */
  readonly isUnauthenticated: boolean;
  /** The status as the transport names it: `HTTP 401`. */
  readonly label: string;
  /** The request carried credentials; `null` if the log does not say. */
  readonly isIdentified: boolean | null;
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
  const isIdentified = hasCredentials(exchange.open.record);
  if (status === 401 || status === 403) {
    return { isUnauthenticated: status === 401, label: `HTTP ${status}`, isIdentified };
  }
  const trailers = end?.record.trailers ?? [];
  const code = getHeaderValue(trailers, "grpc-status") ?? getHeaderValue(headers, "grpc-status");
  const number = Number(code ?? Number.NaN);
  if (number !== UNAUTHENTICATED && number !== PERMISSION_DENIED) return null;
  return {
    isUnauthenticated: number === UNAUTHENTICATED,
    label: `gRPC ${getGrpcStatusName(number)}`,
    isIdentified,
  };
}

/** A log without request headers does not say. */
function hasCredentials({ url, headers }: OpenRecord): boolean | null {
  if (headers.some(([name]) => isSecretHeader(name)) || findUrlCredentials(url).length > 0) {
    return true;
  }
  return headers.length === 0 ? null : false;
}
