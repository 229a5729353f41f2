/** What the rules about the shape of single objects mean. */

import type { Explanations } from "./explanation.ts";

export const SCHEMA_EXPLANATIONS = {
  "DM-STATE-UNKNOWN": {
    consequence:
      "The Python SDK refuses the event, and the stream is over; from 1.0 on the JavaScript SDK reads it as unrecognized.",
    remedy: "Use a state of the version; say more than it says in the status message.",
  },
  "DM-STATE-SPELL": {
    consequence:
      "Clients compare states letter by letter: the Python SDK refuses the event, others never see the task waiting or ended.",
    remedy:
      "Write input-required before 1.0 and TASK_STATE_INPUT_REQUIRED from then on; canceled has one L, but two over REST and gRPC of 0.3.",
  },
  "DM-ENUM-INT": {
    consequence: "The SDKs read numbers too; clients that go by the names do not know them.",
    remedy: "Have the JSON encoder write enums by name.",
  },
  "DM-ROLE": {
    consequence:
      "The Python SDK refuses a role it does not know; others show the agent's words as the user's, or on neither side.",
    remedy: "Write agent before 1.0 and ROLE_AGENT from then on.",
  },
  "DM-MSG-REQ": {
    consequence:
      "The Python SDK of 0.3 refuses the message. Without an id nobody can tell it from another, so that it is shown twice.",
    remedy: "Give every message an id of its own, its role, and its parts.",
  },
  "DM-TASK-REQ": {
    consequence:
      "The Python SDK of 0.3 refuses a task without id, contextId or state; clients in JavaScript pass over an object that does not say its kind.",
    remedy: "Send id and status.state with every task; before 1.0 also contextId and kind.",
  },
  "DM-STATUS-REQ": {
    consequence:
      "The Python SDK of 0.3 refuses the update, and the stream is over; without a taskId nobody knows which task it is about.",
    remedy:
      "Send taskId, contextId and status.state with every update; in 0.2 and 0.3 also kind, and final with every status.",
  },
  "DM-ART-REQ": {
    consequence:
      "The Python SDK of 0.3 refuses it; to others all artifacts without an id are the same one, and write over each other.",
    remedy:
      "Give every artifact an id, the same in each of its chunks, and from 1.0 on a part at least.",
  },
  "DM-PART-ONEOF": {
    consequence:
      "The Python SDK refuses several contents; the JavaScript SDK takes the first and drops the others, or has a part without any.",
    remedy: "Make a part of its own for each of text, raw, url and data.",
  },
  "DM-PART-KIND": {
    consequence:
      "Clients in JavaScript go by kind and pass over the part; the Python SDK refuses a kind without what it names.",
    remedy: "Write kind: text, file or data, and the member of that name.",
  },
  "DM-PART-FILE": {
    consequence:
      "With neither the Python SDK refuses the event; with both, some clients take the bytes and some go to the address.",
    remedy: "Send file.bytes, or file.uri, and leave the other one out.",
  },
  "DM-PART-B64": {
    consequence:
      "From 1.0 on the Python SDK refuses the event; JavaScript skips what is no base64, and the file is broken.",
    remedy: "Encode the bytes in base64 without line breaks, and without data: before them.",
  },
  "DM-DATA-OBJ": {
    consequence:
      "The Python SDK of 0.3 refuses the event; from 1.0 on the JavaScript SDK puts such data into an object before it sends it to a client of 0.3.",
    remedy: "Put lists and single values into an object, as in { value: … }.",
  },
  "DM-TIME": {
    consequence:
      "Without a zone every client reads a time of its own place. From 1.0 on the Python SDK refuses such an event.",
    remedy: "Write times in UTC, as in 2026-05-01T10:00:00Z.",
  },
  "DM-TIME-BACK": {
    consequence:
      "Clients that go by time take the newer status for the older one, and show a state that has passed.",
    remedy: "Send statuses in their order, and take their times from one clock.",
  },
  "ART-FLAGS-INSIDE": {
    consequence:
      "The SDKs look for them on the event: each chunk replaces the one before, and only the last remains.",
    remedy: "Put append and lastChunk beside the artifact, on the event.",
  },
  "ART-TOPLEVEL-0.1": {
    consequence:
      "Clients of 0.1 look for them in the artifact: each chunk replaces the one before.",
    remedy: "Put append and lastChunk into the artifact, or speak a later version.",
  },
} as const satisfies Explanations;
