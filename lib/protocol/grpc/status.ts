/** gRPC status from trailers: code, message and details. */

import { decodeBase64, decodeBinaryString, decodeLenient } from "../../text/utf8.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import type { HeaderList } from "../../wire/record.ts";
import { readError } from "../envelope.ts";
import { isObject } from "../json.ts";
import type { ProtocolError } from "../model.ts";
import { decodeProtobuf } from "./decode.ts";
import { STATUS_DETAILS_SCHEMA } from "./well-known-types.ts";

/** The status as JSON: `google.rpc.Status` with decoded details. */
export interface GrpcStatus {
  readonly code: number;
  readonly message: string;
  readonly details: readonly unknown[];
}

/** `null` if the trailers have no status. */
export function readGrpcStatus(trailers: HeaderList): GrpcStatus | null {
  const code = getHeaderValue(trailers, "grpc-status");
  if (code === null) return null;
  return {
    code: /^\d+$/.test(code.trim()) ? Number(code) : UNKNOWN_CODE,
    message: decodePercent(getHeaderValue(trailers, "grpc-message") ?? ""),
    details: decodeDetails(getHeaderValue(trailers, "grpc-status-details-bin")),
  };
}

const UNKNOWN_CODE = 2;

export function toProtocolError({ code, message, details }: GrpcStatus): ProtocolError {
  return readError({ code, message, details: details.length > 0 ? details : undefined }, "grpc");
}

function decodeDetails(header: string | null): readonly unknown[] {
  if (header === null) return [];
  try {
    const bytes = decodeBase64(header.trim());
    const { value } = decodeProtobuf(STATUS_DETAILS_SCHEMA, "google_rpc_Status", bytes);
    return isObject(value) && Array.isArray(value.details) ? value.details : [];
  } catch {
    return [];
  }
}

/** Decodes percent-encoded bytes such as `%E2`; other characters are kept. */
function decodePercent(text: string): string {
  if (!text.includes("%")) return text;
  const binary = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return [...binary].some((char) => char > "\u00ff")
    ? text
    : decodeLenient(decodeBinaryString(binary)).text;
}

const STATUS_NAMES = [
  "OK",
  "CANCELLED",
  "UNKNOWN",
  "INVALID_ARGUMENT",
  "DEADLINE_EXCEEDED",
  "NOT_FOUND",
  "ALREADY_EXISTS",
  "PERMISSION_DENIED",
  "RESOURCE_EXHAUSTED",
  "FAILED_PRECONDITION",
  "ABORTED",
  "OUT_OF_RANGE",
  "UNIMPLEMENTED",
  "INTERNAL",
  "UNAVAILABLE",
  "DATA_LOSS",
  "UNAUTHENTICATED",
] as const;

/** The HTTP statuses of gRPC's, in their order: the mapping of `google.rpc.Code`. */
const HTTP_STATUSES = [
  200, 499, 500, 400, 504, 404, 409, 403, 429, 400, 409, 400, 501, 500, 503, 500, 401,
];

/** The HTTP status that a gRPC status stands for. */
export const getGrpcHttpStatus = (code: number): number => HTTP_STATUSES[code] ?? 500;

/** The code of a name; that of `UNKNOWN` for another word. */
export function getGrpcStatusCode(name: string): number {
  const code = (STATUS_NAMES as readonly string[]).indexOf(name);
  return code < 0 ? UNKNOWN_CODE : code;
}

/** The name, such as `NOT_FOUND`, or the number of an unknown code. */
export function getGrpcStatusName(code: number): string {
  return STATUS_NAMES[code] ?? `status ${code}`;
}
