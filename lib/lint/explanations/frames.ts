/** What the rules about frames, envelopes and content types mean. */

import type { Explanations } from "./explanation.ts";

export const FRAME_EXPLANATIONS = {
  "FRM-BOM": {
    consequence:
      "Only at the very beginning is it a mark. Elsewhere it belongs to the name of a field that nobody knows, and clients drop the event without a word.",
    remedy: "Write a byte order mark at most once, before the first event; better none at all.",
  },
  "FRM-BADJSON": {
    consequence: "The JavaScript and the Python SDK throw at this event, and the stream is over.",
    remedy:
      "Write each event's JSON whole before its blank line, with data: before every line of it.",
  },
  "FRM-SEPARATOR": {
    consequence: "The JavaScript and the Python SDK take it for bad JSON, and the stream is over.",
    remedy: "Begin the data of an event with its JSON: the separator is for application/json-seq.",
  },
  "FRM-DONE": {
    consequence:
      "The JavaScript and the Python SDK take it for bad JSON: the stream ends with an error, though all was said.",
    remedy: "Close the stream after the last event; nothing has to be said before.",
  },
  "FRM-UTF8": {
    consequence:
      "Clients put a mark in the place of such bytes: the text is damaged, and no client says so.",
    remedy: "Write UTF-8, and cut texts between characters, not between bytes.",
  },
  "FRM-DOUBLE": {
    consequence:
      "Clients find a text where they look for an object: the JavaScript SDK misses the id of its request, the Python SDK refuses it.",
    remedy: "Encode the payload once; what a framework encodes must not be JSON text already.",
  },
  "FRM-TRUNC": {
    consequence:
      "Browsers and the Python SDK drop the event, as the standard says; the JavaScript SDK takes it.",
    remedy: "End every event with a blank line, the last one too, before closing the stream.",
  },
  "FRM-CTYPE": {
    consequence:
      "The JavaScript SDK throws before the first event. So does the Python SDK of 0.3; the later one takes the whole body for a single answer.",
    remedy: "Answer streaming calls with text/event-stream, and check that no proxy changes it.",
  },
  "FRM-RPC-CTYPE": {
    consequence:
      "The SDKs parse it all the same; clients that go by the type, and gateways, may refuse it or show it as text.",
    remedy: "Answer calls in JSON-RPC with application/json.",
  },
  "FRM-REST-CTYPE": {
    consequence: "None with the SDKs, which read both.",
    remedy: "Answer with application/a2a+json, at least to clients that accept it.",
    dispute:
      "The specification says that application/a2a+json should be used; its own test kit demands application/json, and so sends the Python SDK.",
  },
  "GRPC-UNKNOWN-FIELD": {
    consequence: "Readers of protocol buffers skip what they do not know: what it says is lost.",
    remedy: "Use the definitions of the version whose package the service names.",
  },
  "GRPC-BROKEN": {
    consequence: "Generated clients cannot parse the message and end the call with an error.",
    remedy: "Encode messages with a library, and do not cut or change their bytes on the way.",
  },
  "GRPC-COMPRESSED": {
    consequence: "Clients that did not offer the compression end the call with an error.",
    remedy: "Compress only what the client's grpc-accept-encoding allows.",
  },
  "ENV-NOJSONRPC": {
    consequence:
      "From 1.0 on the JavaScript SDK throws; earlier ones and the Python SDK of 0.3 do not look.",
    remedy: 'Put jsonrpc: "2.0" into every answer, also into every event of a stream.',
  },
  "ENV-BADVER": {
    consequence: "From 1.0 on the JavaScript SDK throws, and so does the Python SDK of 0.3.",
    remedy: 'Answer with jsonrpc: "2.0", exactly so.',
  },
  "ENV-ID": {
    consequence: "The JavaScript SDK of every version throws, and the stream is over.",
    remedy: 'Repeat the id of the request in each answer, of the same type: 1 is not "1".',
  },
  "ENV-BOTH": {
    consequence: "The SDKs look for an error first and throw: the result is lost.",
    remedy: "Send the result, or the error, and leave the other member out.",
  },
  "ENV-WRAPPED-GET": {
    consequence:
      "The Python SDK refuses the unknown field; the JavaScript SDK makes a task without id and status of it.",
    remedy:
      "Answer GetTask and CancelTask with the task itself; only streams and SendMessage wrap it.",
  },
  "VER-MIXED": {
    consequence:
      "A client speaks one version: of the events in the other it shows nothing, or breaks off.",
    remedy: "Decide for a version when the call comes in, and write all of its answer in that.",
  },
  "VER-KIND-IN-1": {
    consequence:
      "The Python SDK refuses fields it does not know, and the stream is over; the JavaScript SDK ignores them.",
    remedy: "Leave kind out: the member that holds the object says what it is.",
  },
  "DM-WRAP-MULTI": {
    consequence:
      "The Python SDK refuses the event; the JavaScript SDK takes one of them and drops the others.",
    remedy: "Send one event for each of them.",
  },
  "DM-WRAP-NONE": {
    consequence:
      "Clients that check refuse it and break off; the JavaScript SDK from 1.0 on hands on an event without content.",
    remedy:
      "Send only tasks, messages, and updates of either kind; put what is yours into metadata.",
  },
  "ENV-BATCH": {
    consequence:
      "Clients look for an object and find a list: the JavaScript SDK misses the id of its request, the Python SDK refuses it.",
    remedy: "Write each answer as an object of its own; in a stream, as an event of its own.",
  },
  "ENV-NESTED": {
    consequence:
      "Clients take the inner envelope for the payload, find no task, message or update in it, and break off or show nothing.",
    remedy: "Wrap the payload once; look for a framework that has done it already.",
  },
  "DM-FLAG": {
    consequence:
      'The Python SDK refuses what it cannot turn into true or false; in JavaScript any text is true, "false" too, so that what should replace is appended.',
    remedy: "Write true or false, without quotation marks, or leave the member out.",
  },
  "DM-SNAKE": {
    consequence:
      "The Python SDKs and the JavaScript SDK from 1.0 on read both spellings; with earlier ones the member is missing.",
    remedy: "Write names in camelCase: taskId, contextId, messageId, artifactId.",
  },
} as const satisfies Explanations;
