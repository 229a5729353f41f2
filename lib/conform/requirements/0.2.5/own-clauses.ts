/** What 0.2.5 says elsewhere than 0.3.0, or with other words. */

import type { Requirement } from "../requirement.ts";

export const OWN_CLAUSES: readonly Requirement[] = [
  {
    id: "INTERFACE-URL",
    clause: "§3.1",
    level: "SHOULD",
    text: "Serves its methods at the URL of its card.",
    checks: ["INTERFACE-ANSWERS"],
    rules: ["CAP-INTERFACE"],
  },
  {
    id: "JSONRPC-CONTENT-TYPE",
    clause: "§3.2",
    level: "MUST",
    text: "Sends responses as application/json.",
    untestable: "No check looks at the media type of responses of 0.2.",
  },
  {
    id: "STREAM-END",
    clause: "§3.3",
    level: "SHOULD",
    text: "Ends the connection of a stream cleanly, as HTTP requires.",
    checks: ["STREAM-END"],
    rules: ["FRM-TRUNC", "STR-TRUNC"],
  },
  {
    id: "CARD-WELL-KNOWN",
    clause: "§5.3",
    level: "SHOULD",
    text: "Serves its card at /.well-known/agent.json.",
    checks: ["CARD-WELL-KNOWN"],
  },
  {
    id: "PART-FILES",
    clause: "§6.5.2",
    level: "MUST",
    text: "Sends a file either as bytes or as a URI.",
    checks: ["WIRE-RULES"],
    rules: ["DM-PART-FILE"],
  },
  {
    id: "JSONRPC-STREAM",
    clause: "§7",
    level: "MUST",
    text: "Sends streams as server-sent events, each with a JSON-RPC response.",
    checks: ["STREAM"],
    rules: ["FRM-CTYPE", "FRM-BADJSON", "FRM-SEPARATOR", "FRM-DONE", "FRM-CLOUDEVENT"],
  },
  {
    id: "UPDATE-FIELDS",
    clause: "§7.2.2",
    level: "SHOULD",
    text: "Gives every status update the ids of its task and context, a status, and final.",
    checks: ["WIRE-RULES"],
    rules: ["DM-STATUS-REQ", "DM-FLAG"],
    dispute: "final-0.2",
  },
  {
    id: "EXTENDED-CARD",
    clause: "§7.10",
    level: "SHOULD",
    text: "Returns a complete card as its extended card to a client with credentials.",
    checks: ["EXTENDED-CARD"],
  },
];
