/** Explanations of the rules about frames, envelopes and content types. */

import type { Explanations } from "./explanation.ts";

export const FRAME_EXPLANATIONS = {
  "FRM-BOM": {
    consequence:
      "It is a mark only at the very beginning. Elsewhere it becomes part of an unknown field name, and clients drop the event silently.",
    remedy: "Write a byte order mark at most once, before the first event; preferably not at all.",
  },
  "FRM-BADJSON": {
    consequence: "The JavaScript and Python SDKs throw at this event, and the stream ends.",
    remedy:
      "Write each event's JSON completely before its blank line, with data: before every line of it.",
  },
  "FRM-SEPARATOR": {
    consequence: "The JavaScript and Python SDKs treat it as invalid JSON, and the stream ends.",
    remedy:
      "Start the data of an event with its JSON: the separator belongs to application/json-seq.",
  },
  "FRM-DONE": {
    consequence:
      "The JavaScript and Python SDKs treat it as invalid JSON: the stream ends with an error although it was complete.",
    remedy: "Close the stream after the last event; no end marker is needed.",
  },
  "FRM-UTF8": {
    consequence:
      "Clients replace invalid bytes with U+FFFD: the text is damaged, and no client reports it.",
    remedy: "Write UTF-8, and split text between characters, not between bytes.",
  },
  "FRM-DOUBLE": {
    consequence:
      "Clients find a string where they expect an object: the JavaScript SDK misses the ID of its request, the Python SDK rejects the event.",
    remedy: "Encode the payload once; don't pass JSON text to a framework that encodes it again.",
  },
  "FRM-TRUNC": {
    consequence:
      "Browsers and the Python SDK drop the event, as the standard requires; the JavaScript SDK accepts it.",
    remedy:
      "End every event with a blank line, including the last one, before you close the stream.",
  },
  "FRM-CTYPE": {
    consequence:
      "The JavaScript SDK throws before the first event. So does the Python SDK 0.3; later versions treat the whole body as a single response.",
    remedy:
      "Respond to streaming requests with text/event-stream, and check that no proxy changes it.",
  },
  "FRM-RPC-CTYPE": {
    consequence:
      "The SDKs parse it anyway; clients that check the type, and gateways, may refuse it or show it as text.",
    remedy: "Send JSON-RPC responses as application/json.",
  },
  "FRM-REST-CTYPE": {
    consequence: "None with the SDKs: they read both.",
    remedy: "Respond with application/a2a+json, at least to clients that accept it.",
    dispute:
      "The specification says that application/a2a+json should be used; its own test kit requires application/json, and the Python SDK sends that.",
  },
  "GRPC-UNKNOWN-FIELD": {
    consequence: "Protocol buffer readers skip unknown fields: their content is lost.",
    remedy: "Use the definitions of the version whose package the service names.",
  },
  "GRPC-BROKEN": {
    consequence: "Generated clients cannot parse the message and end the call with an error.",
    remedy: "Encode messages with a library, and don't cut or change their bytes in transit.",
  },
  "GRPC-COMPRESSED": {
    consequence: "Clients that did not offer the compression end the call with an error.",
    remedy: "Use only compression that the client's grpc-accept-encoding allows.",
  },
  "ENV-NOJSONRPC": {
    consequence:
      "The JavaScript SDK from 1.0 on throws; earlier versions and the Python SDK 0.3 do not check.",
    remedy: 'Put jsonrpc: "2.0" into every response, including every event of a stream.',
  },
  "ENV-BADVER": {
    consequence: "The JavaScript SDK from 1.0 on throws, and so does the Python SDK 0.3.",
    remedy: 'Send exactly jsonrpc: "2.0".',
  },
  "ENV-ID": {
    consequence: "Every version of the JavaScript SDK throws, and the stream ends.",
    remedy: 'Repeat the request\'s id in each response, with the same type: 1 is not "1".',
  },
  "ENV-BOTH": {
    consequence: "The SDKs look for an error first and throw: the result is lost.",
    remedy: "Send either the result or the error, and omit the other member.",
  },
  "ENV-WRAPPED-GET": {
    consequence:
      "The Python SDK rejects the unknown field; the JavaScript SDK creates a task without id and status from it.",
    remedy:
      "Respond to GetTask and CancelTask with the task itself; only streams and SendMessage wrap it.",
  },
  "VER-MIXED": {
    consequence:
      "A client speaks one version: it ignores the events of the other version, or fails.",
    remedy: "Choose a version when the request arrives, and write the whole response in it.",
  },
  "VER-KIND-IN-1": {
    consequence:
      "The Python SDK rejects unknown fields, and the stream ends; the JavaScript SDK ignores them.",
    remedy: "Omit kind: the member that holds the object identifies its type.",
  },
  "DM-WRAP-MULTI": {
    consequence:
      "The Python SDK rejects the event; the JavaScript SDK uses one payload and drops the others.",
    remedy: "Send a separate event for each payload.",
  },
  "DM-WRAP-NONE": {
    consequence:
      "Clients that validate reject it and fail; the JavaScript SDK from 1.0 on passes on an event without content.",
    remedy:
      "Send only tasks, messages and updates of either kind; put your own data into metadata.",
  },
  "ENV-BATCH": {
    consequence:
      "Clients expect an object and find a list: the JavaScript SDK misses the ID of its request, the Python SDK rejects it.",
    remedy: "Write each response as an object of its own; in a stream, as an event of its own.",
  },
  "ENV-NESTED": {
    consequence:
      "Clients take the inner envelope for the payload, find no task, message or update in it, and fail or show nothing.",
    remedy: "Wrap the payload once; check whether a framework has already wrapped it.",
  },
  "DM-FLAG": {
    consequence:
      'The Python SDK rejects values that it cannot convert to true or false; in JavaScript any text is true, even "false", so text that should be replaced is appended.',
    remedy: "Write true or false without quotation marks, or omit the member.",
  },
  "DM-SNAKE": {
    consequence:
      "The Python SDKs and the JavaScript SDK from 1.0 on read both spellings; in earlier ones the member is missing.",
    remedy: "Write names in camelCase: taskId, contextId, messageId, artifactId.",
  },
} as const satisfies Explanations;
