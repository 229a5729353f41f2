/** Messages outside A2A: the well-known types and the gRPC error details. */

import { parseSchema } from "./schema.ts";

/** Part of every schema. `Struct`, `Value`, `ListValue`, `Timestamp` and `Any` have special JSON. */
export const WELL_KNOWN_TYPES = `
  Empty:
  Struct: fields 1 Value{}
  Value: nullValue 1 NullValue, numberValue 2 double, stringValue 3, boolValue 4 bool, structValue 5 Struct, listValue 6 ListValue
  ListValue: values 1 Value*
  Timestamp: seconds 1 int64, nanos 2 int32
  Any: typeUrl 1, value 2 bytes
  google_rpc_Status: code 1 int32, message 2, details 3 Any*
  google_rpc_ErrorInfo: reason 1, domain 2, metadata 3{}
  google_rpc_BadRequest: fieldViolations 1 google_rpc_FieldViolation*
  google_rpc_FieldViolation: field 1, description 2, reason 3
`;

export const STATUS_DETAILS_SCHEMA = parseSchema(WELL_KNOWN_TYPES);

/** The messages that are decoded inside an `Any`, by the end of the type URL. */
export const ANY_TYPES: ReadonlyMap<string, string> = new Map([
  ["google.rpc.ErrorInfo", "google_rpc_ErrorInfo"],
  ["google.rpc.BadRequest", "google_rpc_BadRequest"],
]);

interface ProtobufTimestamp {
  readonly seconds?: unknown;
  readonly nanos?: unknown;
}

/** Uses three, six or nine fractional digits as needed; returns it unchanged if out of range. */
export function formatProtobufTimestamp(timestamp: ProtobufTimestamp): unknown {
  const seconds = Number(timestamp.seconds ?? 0);
  const nanos = Number(timestamp.nanos ?? 0);
  const date = new Date(seconds * 1000);
  const isDate = !Number.isNaN(date.getTime()) && /^\d{4}-/.test(date.toISOString());
  if (!isDate || nanos < 0 || nanos > 999_999_999) return timestamp;
  const digits = String(nanos)
    .padStart(9, "0")
    .replace(/(?:000){0,2}$/, "");
  const whole = date.toISOString().slice(0, 19);
  return nanos === 0 ? `${whole}Z` : `${whole}.${digits}Z`;
}

const TIME = /^(\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?\d*(Z|z|[+-]\d\d:\d\d)$/;

/** `null` if the text is not a time. */
export function parseProtobufTimestamp(text: string): { seconds: bigint; nanos: number } | null {
  const [, whole = "", fraction = "", zone = ""] = TIME.exec(text) ?? [];
  const milliseconds = Date.parse(`${whole.replace(" ", "T")}${zone.toUpperCase()}`);
  if (Number.isNaN(milliseconds)) return null;
  return { seconds: BigInt(milliseconds / 1000), nanos: Number(fraction.padEnd(9, "0")) };
}
