/** Explanations of the rules about the schema of single objects. */

import type { Explanations } from "./explanation.ts";

export const SCHEMA_EXPLANATIONS = {
  "DM-STATE-UNKNOWN": {
    consequence:
      "The Python SDK rejects the event, and the stream ends; the JavaScript SDK from 1.0 on reads it as unrecognized.",
    remedy: "Use a state of this version; describe anything more specific in the status message.",
  },
  "DM-STATE-SPELL": {
    consequence:
      "Clients compare states exactly: the Python SDK rejects the event, others never see the task waiting or ended.",
    remedy:
      "Write input-required before 1.0 and TASK_STATE_INPUT_REQUIRED from 1.0 on; canceled has one L, but two over REST and gRPC in 0.3.",
  },
  "DM-ENUM-INT": {
    consequence: "The SDKs also read numbers; clients that compare names don't recognize them.",
    remedy: "Configure the JSON encoder to write enums by name.",
  },
  "DM-ROLE": {
    consequence:
      "The Python SDK rejects an unknown role; others show the agent's text as the user's, or on neither side.",
    remedy: "Write agent before 1.0 and ROLE_AGENT from 1.0 on.",
  },
  "DM-MSG-REQ": {
    consequence:
      "The Python SDK 0.3 rejects the message. Without an ID it cannot be told from others, so it is shown twice.",
    remedy: "Give every message a unique ID, its role and its parts.",
  },
  "DM-TASK-REQ": {
    consequence:
      "The Python SDK 0.3 rejects a task without id, contextId or state; JavaScript clients skip an object without a kind.",
    remedy: "Send id and status.state with every task; before 1.0 also contextId and kind.",
  },
  "DM-STATUS-REQ": {
    consequence:
      "The Python SDK 0.3 rejects the update, and the stream ends; without a taskId no client knows which task it belongs to.",
    remedy:
      "Send taskId, contextId and status.state with every update; in 0.2 and 0.3 also kind, and final with every status.",
  },
  "DM-ART-REQ": {
    consequence:
      "The Python SDK 0.3 rejects it; other clients take all artifacts without an ID for the same one and overwrite them.",
    remedy:
      "Give every artifact an ID that is the same in each of its chunks, and from 1.0 on at least one part.",
  },
  "DM-PART-ONEOF": {
    consequence:
      "The Python SDK rejects several contents; the JavaScript SDK uses the first and drops the others, or has a part without content.",
    remedy: "Send a separate part for each of text, raw, url and data.",
  },
  "DM-PART-KIND": {
    consequence:
      "JavaScript clients go by kind and skip the part; the Python SDK rejects a kind without the member it names.",
    remedy: "Write kind (text, file or data) and the member of that name.",
  },
  "DM-PART-FILE": {
    consequence:
      "With neither, the Python SDK rejects the event; with both, some clients use the bytes and some the URI.",
    remedy: "Send either file.bytes or file.uri, and omit the other.",
  },
  "DM-PART-B64": {
    consequence:
      "The Python SDK from 1.0 on rejects the event; JavaScript skips invalid base64, and the file is corrupt.",
    remedy: "Encode the bytes in base64 without line breaks, and without a data: prefix.",
  },
  "DM-DATA-OBJ": {
    consequence:
      "The Python SDK 0.3 rejects the event; the JavaScript SDK from 1.0 on wraps such data in an object before it sends it to a 0.3 client.",
    remedy: "Wrap lists and single values in an object, as in { value: … }.",
  },
  "DM-TIME": {
    consequence:
      "Without a time zone every client reads it as its local time. The Python SDK from 1.0 on rejects such an event.",
    remedy: "Write timestamps in UTC, as in 2026-05-01T10:00:00Z.",
  },
  "DM-TIME-BACK": {
    consequence:
      "Clients that go by time take the newer status for the older one and show an outdated state.",
    remedy: "Send statuses in order, and take their timestamps from one clock.",
  },
  "ART-FLAGS-INSIDE": {
    consequence:
      "The SDKs look for them on the event: each chunk replaces the one before, and only the last remains.",
    remedy: "Put append and lastChunk on the event, beside the artifact.",
  },
  "ART-TOPLEVEL-0.1": {
    consequence: "0.1 clients look for them in the artifact: each chunk replaces the one before.",
    remedy: "Put append and lastChunk into the artifact, or use a later version.",
  },
} as const satisfies Explanations;
