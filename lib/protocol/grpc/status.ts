/** How a call of gRPC ended, by its trailers: a code, a sentence, and what details say of it. */

import { headerValue } from "../../wire/headers.ts";
import type { HeaderList } from "../../wire/record.ts";
import { bytesFromBase64, bytesFromBinary, decodeLenient } from "../../wire/utf8.ts";
import { readError } from "../envelope.ts";
import { isObject } from "../json.ts";
import type { ProtocolError } from "../model.ts";
import { decode } from "./decode.ts";
import { STATUS_DETAILS } from "./google.ts";

/** What the trailers say, as JSON: `google.rpc.Status` with its details read. */
export interface GrpcStatus {
  readonly code: number;
  readonly message: string;
  readonly details: readonly unknown[];
}

/** `null` where they have no status. */
export function readStatus(trailers: HeaderList): GrpcStatus | null {
  const code = headerValue(trailers, "grpc-status");
  if (code === null) return null;
  return {
    code: /^\d+$/.test(code.trim()) ? Number(code) : UNKNOWN,
    message: percentDecoded(headerValue(trailers, "grpc-message") ?? ""),
    details: detailsIn(headerValue(trailers, "grpc-status-details-bin")),
  };
}

const UNKNOWN = 2;

export function errorOf({ code, message, details }: GrpcStatus): ProtocolError {
  return readError({ code, message, details: details.length > 0 ? details : undefined }, "grpc");
}

function detailsIn(header: string | null): readonly unknown[] {
  if (header === null) return [];
  try {
    const bytes = bytesFromBase64(header.trim());
    const { value } = decode(STATUS_DETAILS, "google_rpc_Status", bytes);
    return isObject(value) && Array.isArray(value.details) ? value.details : [];
  } catch {
    return [];
  }
}

/** A text in which bytes stand as `%E2`; what is no such byte stands for itself. */
function percentDecoded(text: string): string {
  if (!text.includes("%")) return text;
  const binary = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return [...binary].some((char) => char > "\u00ff")
    ? text
    : decodeLenient(bytesFromBinary(binary)).text;
}
