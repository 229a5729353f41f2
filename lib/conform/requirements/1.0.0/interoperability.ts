/** §5 of 1.0.0: what all bindings have in common. */

import { ERRORS_WITH_STATUS, getErrorStatus } from "../../../protocol/error-names.ts";
import type { Requirement } from "../requirement.ts";

type Release = Parameters<typeof getErrorStatus>[1];

/** The errors that a sound agent sends only if something in it or before it is broken. */
const UNPROVOKED: ReadonlyMap<string, string> = new Map([
  ["InvalidAgentResponse", "Needs an agent whose own answer is invalid."],
]);

/** §5.4: the HTTP and gRPC statuses of each A2A error, from the table of the release. */
export function getStatusRequirements(release: Release): readonly Requirement[] {
  return ERRORS_WITH_STATUS.flatMap((name) => {
    const status = getErrorStatus(name, release);
    if (status === null) return [];
    const differs = ["http", "grpc"] as const;
    const other = getErrorStatus(name, release === "1.0.0" ? "1.0.1" : "1.0.0");
    const isDisputed = differs.some((binding) => other?.[binding] !== status[binding]);
    const reason = UNPROVOKED.get(name);
    return {
      id: `STATUS-${name.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toUpperCase()}`,
      clause: "§5.4",
      level: "MUST",
      text: `Sends ${name}Error with the HTTP status ${status.http} and the gRPC status ${status.grpc}.`,
      bindings: ["rest", "grpc"],
      tck: ["HTTP_JSON-STATUS-001", "GRPC-ERR-002"],
      acts: ["REST-STATUS-001", "GRPC-STATUS-001"],
      ...(isDisputed && { dispute: "error-statuses" }),
      ...(reason === undefined
        ? { checks: ["ERROR-STATUS"], rules: ["ERR-STATUS"] }
        : { untestable: reason }),
    } satisfies Requirement;
  });
}

export const INTEROPERABILITY: readonly Requirement[] = [
  {
    id: "EQUAL-OPERATIONS",
    clause: "§5.1",
    level: "MUST",
    text: "Offers the same operations over all of its bindings.",
    checks: ["BINDINGS-SAME-ERRORS", "BINDINGS-SAME-TASK"],
    tck: ["BIND-EQUIV-001"],
  },
  {
    id: "EQUAL-RESULTS",
    clause: "§5.1",
    level: "MUST",
    text: "Returns the same results over all of its bindings.",
    checks: ["BINDINGS-SAME-TASK"],
    tck: ["BIND-EQUIV-002"],
  },
  {
    id: "EQUAL-ERRORS",
    clause: "§5.1",
    level: "MUST",
    text: "Returns the same errors over all of its bindings.",
    checks: ["BINDINGS-SAME-ERRORS"],
    tck: ["BIND-EQUIV-003"],
  },
  {
    id: "EQUAL-AUTHENTICATION",
    clause: "§5.1",
    level: "MUST",
    text: "Accepts the security schemes of its card over all of its bindings.",
    untestable: "Needs credentials for every scheme that the card lists.",
    tck: ["BIND-EQUIV-004"],
  },
  {
    id: "CARD-ALL-BINDINGS",
    clause: "§5.2",
    level: "MUST",
    text: "Lists all of its bindings in its card.",
    untestable: "A binding that the card does not list cannot be found.",
    tck: ["BIND-FIELD-001"],
    acts: ["CARD-DISC-007"],
  },
  {
    id: "OPERATION-NAMES",
    clause: "§5.3",
    level: "MUST",
    text: "Serves operations under the names and paths of their binding.",
    checks: ["INTERFACE-ANSWERS"],
    rules: ["CAP-INTERFACE"],
    tck: ["JSONRPC-SVC-001", "HTTP_JSON-URL-001", "HTTP_JSON-URL-002"],
    dispute: "subscribe-verb",
  },
  {
    id: "ERROR-CODES",
    clause: "§5.4",
    level: "MUST",
    text: "Sends every A2A error with its JSON-RPC code.",
    bindings: ["jsonrpc"],
    checks: [
      "TASK-GET-UNKNOWN",
      "TASK-CANCEL-UNKNOWN",
      "SEND-UNKNOWN-TASK",
      "CANCEL-FINISHED",
      "PUSH-NONE",
      "STREAM-NONE",
      "EXTENDED-CARD-NONE",
      "VERSION-UNKNOWN",
    ],
    rules: ["ERR-CODE"],
    tck: ["JSONRPC-SSE-002", "JSONRPC-ERR-002"],
    dispute: "unspecific-errors",
  },
  ...getStatusRequirements("1.0.0"),
  {
    id: "MEMBER-NAMES",
    clause: "§5.5",
    level: "MUST",
    text: "Writes the names of JSON members in camelCase.",
    bindings: ["jsonrpc", "rest"],
    checks: ["WIRE-RULES"],
    rules: ["DM-SNAKE"],
    tck: ["DM-SERIAL-001"],
    acts: ["DM-FMT-001"],
  },
  {
    id: "ENUM-NAMES",
    clause: "§5.5",
    level: "MUST",
    text: "Writes states and roles with their names in the proto file.",
    bindings: ["jsonrpc", "rest"],
    checks: ["WIRE-RULES"],
    rules: ["DM-STATE-SPELL", "DM-ENUM-INT"],
    tck: ["DM-SERIAL-002"],
    acts: ["DM-FMT-002"],
  },
  {
    id: "TIMESTAMPS",
    clause: "§5.6.1",
    level: "MUST",
    text: "Writes times as ISO 8601 in UTC, with Z.",
    bindings: ["jsonrpc", "rest"],
    checks: ["WIRE-RULES"],
    rules: ["DM-TIME"],
    tck: ["DM-SERIAL-003"],
    acts: ["DM-SERIAL-001"],
  },
  {
    id: "REQUIRED-FIELDS",
    clause: "§5.7",
    level: "MUST",
    text: "Sends no object without its required members.",
    checks: ["WIRE-RULES", "CARD-RULES"],
    rules: ["DM-TASK-REQ", "DM-MSG-REQ", "DM-STATUS-REQ", "DM-ART-REQ", "card/required"],
    tck: ["DM-SERIAL-004"],
    acts: ["DM-SERIAL-002"],
    dispute: "list-required-fields",
  },
  {
    id: "REQUIRED-FIELDS-VALIDATED",
    clause: "§5.7",
    level: "SHOULD",
    text: "Refuses requests without required members.",
    checks: ["PARAMS-INVALID"],
  },
  {
    id: "UNKNOWN-MEMBERS-IGNORED",
    clause: "§5.7",
    level: "SHOULD",
    text: "Ignores members that it does not know.",
    checks: ["MEMBERS-UNKNOWN"],
    tck: ["DM-SERIAL-005"],
    acts: ["DM-EXTRA-001"],
  },
];
