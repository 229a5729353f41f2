/** Rules about single frames: what the decoder notices. */

import { Irregular } from "../../protocol/notes.ts";
import { FROM_1, FROM_02, type NoticedRule } from "./rule.ts";

/** gRPC came with the packages that Loupe reads. */
const FROM_03 = ["0.3", ...FROM_1] as const;

export const DECODING: readonly NoticedRule[] = [
  {
    bit: Irregular.NotJson,
    rule: "FRM-BADJSON",
    label: "not JSON",
    severity: "error",
    spec: "1.0 §9.4.2, §11.7, 0.3 §3.3.1, 0.2 §3.3, 0.1 §3.3",
    message: "An event's data is not complete JSON.",
  },
  {
    bit: Irregular.Separator,
    rule: "FRM-SEPARATOR",
    label: "separator before JSON",
    severity: "error",
    spec: "1.0 §9.4.2, §11.7, 0.3 §3.3.1, 0.2 §3.3, 0.1 §3.3",
    message:
      "A record separator (U+001E) stands before the JSON: clients that parse the data as it is fail.",
  },
  {
    bit: Irregular.Done,
    rule: "FRM-DONE",
    label: "[DONE]",
    severity: "error",
    spec: "1.0 §9.4.2, §11.7, 0.3 §3.3.1, 0.2 §3.3, 0.1 §3.3",
    message: "[DONE] is an end marker of other protocols: A2A has none, and it is not JSON.",
  },
  {
    bit: Irregular.InvalidUtf8,
    rule: "FRM-UTF8",
    label: "not UTF-8",
    severity: "warning",
    spec: "RFC 8259 §8.1",
    message: "Bytes in the event are not UTF-8: each is shown as U+FFFD, and what it was is lost.",
  },
  {
    bit: Irregular.DoubleEncoded,
    rule: "FRM-DOUBLE",
    label: "JSON in a string",
    severity: "warning",
    spec: "1.0 §9.4.2, §11.7, 0.3 §3.3.1, 0.2 §3.3, 0.1 §3.3",
    message: "The payload is a JSON string that holds JSON.",
  },
  {
    bit: Irregular.Unterminated,
    rule: "FRM-TRUNC",
    label: "cut off",
    severity: "warning",
    spec: "WHATWG SSE",
    message: "The last event is not ended by a blank line.",
  },
  {
    bit: Irregular.UnknownField,
    rule: "GRPC-UNKNOWN-FIELD",
    label: "unknown field",
    severity: "info",
    versions: FROM_03,
    spec: "1.0 a2a.proto, 0.3 a2a.proto",
    message:
      "A message has fields that this version of A2A does not have: shown by their numbers. Other versions, or other packages of the same name, may have them.",
  },
  {
    bit: Irregular.BrokenMessage,
    rule: "GRPC-BROKEN",
    label: "broken message",
    severity: "error",
    versions: FROM_03,
    spec: "Protocol Buffers, encoding",
    message: "Bytes of a message make no sense: clients refuse the whole message.",
  },
  {
    bit: Irregular.Compressed,
    rule: "GRPC-COMPRESSED",
    label: "compressed",
    severity: "error",
    versions: FROM_03,
    spec: "gRPC over HTTP/2, compression",
    message: "A message is compressed though only identity was asked for: it cannot be read.",
  },
  {
    bit: Irregular.BadJsonRpc,
    rule: "ENV-BADVER",
    label: "other jsonrpc",
    severity: "error",
    spec: "JSON-RPC 2.0 §5",
    message: 'The envelope names another version of JSON-RPC than "2.0".',
  },
  {
    bit: Irregular.WrongId,
    rule: "ENV-ID",
    label: "wrong id",
    severity: "error",
    spec: "JSON-RPC 2.0 §5",
    message: "The answer does not repeat the request's id.",
    alone:
      "The id changes within the response, if this is one whole response: an answer repeats the request's id.",
  },
  {
    bit: Irregular.ResultAndError,
    rule: "ENV-BOTH",
    label: "result and error",
    severity: "error",
    spec: "JSON-RPC 2.0 §5",
    message: "The envelope has both result and error.",
  },
  {
    bit: Irregular.Batch,
    rule: "ENV-BATCH",
    label: "answer in an array",
    severity: "error",
    spec: "JSON-RPC 2.0 §6",
    message:
      "An answer stands in an array, as in a batch: one request has one answer, and an event too.",
  },
  {
    bit: Irregular.DoubleEnvelope,
    rule: "ENV-NESTED",
    label: "envelope in envelope",
    severity: "error",
    spec: "JSON-RPC 2.0 §5",
    message: "The result of the envelope is itself an envelope.",
  },
  {
    bit: Irregular.SeveralWrappers,
    rule: "DM-WRAP-MULTI",
    label: "several payloads",
    severity: "error",
    versions: FROM_1,
    spec: "1.0 §3.2.3",
    message: "One event has several payload keys.",
  },
  {
    bit: Irregular.Unclassified,
    rule: "DM-WRAP-NONE",
    label: "unknown shape",
    severity: "error",
    spec: "1.0 §3.2.3, 0.3 §7.2.1, 0.2 §7.2.1, 0.1 §7.2.1",
    message: "Nothing in the event says what it is.",
  },
  {
    bit: Irregular.OddFlag,
    rule: "DM-FLAG",
    label: "flag of another type",
    severity: "error",
    spec: "1.0 §4.2.2, 0.3 §7.2.3, 0.2 §7.2.3, 0.1 §6.7",
    message: "append or lastChunk is neither true nor false.",
  },
  {
    bit: Irregular.SnakeCase,
    rule: "DM-SNAKE",
    label: "snake_case",
    severity: "error",
    versions: FROM_02,
    spec: "1.0 §5.5, 0.3 §6, 0.2 §6",
    message: "Field names are in snake_case.",
  },
];
