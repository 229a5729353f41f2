/** Rules about single frames, checked by the decoder. */

import { DecodeIssue } from "../../protocol/decode-flags.ts";
import { type FlagRule, VERSIONS_FROM_1, VERSIONS_FROM_02 } from "./rule.ts";

/** Loupe reads gRPC messages from 0.3 on. */
const VERSIONS_FROM_03 = ["0.3", ...VERSIONS_FROM_1] as const;

export const DECODING_RULES: readonly FlagRule[] = [
  {
    bit: DecodeIssue.NotJson,
    rule: "FRM-BADJSON",
    label: "invalid JSON",
    severity: "error",
    spec: "1.0 §9.4.2, §11.7, 0.3 §3.3.1, 0.2 §3.3, 0.1 §3.3",
    message: "An event's data is not valid JSON.",
  },
  {
    bit: DecodeIssue.Separator,
    rule: "FRM-SEPARATOR",
    label: "separator before JSON",
    severity: "error",
    spec: "1.0 §9.4.2, §11.7, 0.3 §3.3.1, 0.2 §3.3, 0.1 §3.3",
    message:
      "A record separator (U+001E) precedes the JSON: clients that parse the data as is fail.",
  },
  {
    bit: DecodeIssue.Done,
    rule: "FRM-DONE",
    label: "[DONE]",
    severity: "error",
    spec: "1.0 §9.4.2, §11.7, 0.3 §3.3.1, 0.2 §3.3, 0.1 §3.3",
    message: "[DONE] is an end marker of other protocols: A2A has none, and it is not JSON.",
  },
  {
    bit: DecodeIssue.InvalidUtf8,
    rule: "FRM-UTF8",
    label: "invalid UTF-8",
    severity: "warning",
    spec: "RFC 8259 §8.1",
    message:
      "The event contains bytes that are not UTF-8: each is shown as U+FFFD, and the original is lost.",
  },
  {
    bit: DecodeIssue.DoubleEncoded,
    rule: "FRM-DOUBLE",
    label: "JSON in a string",
    severity: "warning",
    spec: "1.0 §9.4.2, §11.7, 0.3 §3.3.1, 0.2 §3.3, 0.1 §3.3",
    message: "The payload is a JSON string that contains JSON.",
  },
  {
    bit: DecodeIssue.Unterminated,
    rule: "FRM-TRUNC",
    label: "unterminated event",
    severity: "warning",
    spec: "WHATWG SSE",
    message: "The last event does not end with a blank line.",
  },
  {
    bit: DecodeIssue.UnknownField,
    rule: "GRPC-UNKNOWN-FIELD",
    label: "unknown field",
    severity: "info",
    versions: VERSIONS_FROM_03,
    spec: "1.0 a2a.proto, 0.3 a2a.proto",
    message:
      "A message has fields that this version of A2A does not have; they are shown by number. Other versions, or other packages of the same name, may have them.",
  },
  {
    bit: DecodeIssue.BrokenMessage,
    rule: "GRPC-BROKEN",
    label: "malformed message",
    severity: "error",
    versions: VERSIONS_FROM_03,
    spec: "Protocol Buffers, encoding",
    message: "Bytes of a message cannot be decoded: clients reject the whole message.",
  },
  {
    bit: DecodeIssue.Compressed,
    rule: "GRPC-COMPRESSED",
    label: "compressed message",
    severity: "error",
    versions: VERSIONS_FROM_03,
    spec: "gRPC over HTTP/2, compression",
    message: "A message is compressed although only identity was requested: it cannot be read.",
  },
  {
    bit: DecodeIssue.BadJsonRpc,
    rule: "ENV-BADVER",
    label: "wrong jsonrpc version",
    severity: "error",
    spec: "JSON-RPC 2.0 §5",
    message: 'The envelope names a JSON-RPC version other than "2.0".',
  },
  {
    bit: DecodeIssue.WrongId,
    rule: "ENV-ID",
    label: "wrong id",
    severity: "error",
    spec: "JSON-RPC 2.0 §5",
    message: "The response does not repeat the request's id.",
    alone: "The id changes: if this is one whole response, not all of it repeats the request's id.",
  },
  {
    bit: DecodeIssue.ResultAndError,
    rule: "ENV-BOTH",
    label: "result and error",
    severity: "error",
    spec: "JSON-RPC 2.0 §5",
    message: "The envelope has both result and error.",
  },
  {
    bit: DecodeIssue.Batch,
    rule: "ENV-BATCH",
    label: "response in an array",
    severity: "error",
    spec: "JSON-RPC 2.0 §6",
    message:
      "A response is in an array, as in a batch: each request, and each event, has exactly one response.",
  },
  {
    bit: DecodeIssue.DoubleEnvelope,
    rule: "ENV-NESTED",
    label: "nested envelope",
    severity: "error",
    spec: "JSON-RPC 2.0 §5",
    message: "The result of the envelope is itself an envelope.",
  },
  {
    bit: DecodeIssue.SeveralWrappers,
    rule: "DM-WRAP-MULTI",
    label: "several payloads",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.2.3",
    message: "One event has several payload keys.",
  },
  {
    bit: DecodeIssue.Unclassified,
    rule: "DM-WRAP-NONE",
    label: "unknown event type",
    severity: "error",
    spec: "1.0 §3.2.3, 0.3 §7.2.1, 0.2 §7.2.1, 0.1 §7.2.1",
    message: "Nothing in the event identifies its type.",
  },
  {
    bit: DecodeIssue.OddFlag,
    rule: "DM-FLAG",
    label: "flag not boolean",
    severity: "error",
    spec: "1.0 §4.2.2, 0.3 §7.2.3, 0.2 §7.2.3, 0.1 §6.7",
    message: "append or lastChunk is neither true nor false.",
  },
  {
    bit: DecodeIssue.SnakeCase,
    rule: "DM-SNAKE",
    label: "snake_case",
    severity: "error",
    versions: VERSIONS_FROM_02,
    spec: "1.0 §5.5, 0.3 §6, 0.2 §6",
    message: "Field names are in snake_case.",
  },
];
