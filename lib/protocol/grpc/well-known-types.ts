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
