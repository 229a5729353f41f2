/**
 * What 1.0.1 requires of agents: what 1.0.0 does, but for six error mappings (§5.4), the media type
 * of HTTP+JSON (§11.1), the details of JSON-RPC errors (§9.5) and the names of custom bindings (§5.8).
 */

import { getStatusRequirements } from "./1.0.0/interoperability.ts";
import { applyTextChanges, defineRequirementSet, type Requirement } from "./requirement.ts";
import { TEXT_1_0_0 } from "./text-1.0.0.ts";

const STATUSES: readonly Requirement[] = getStatusRequirements("1.0.1").filter(
  ({ dispute }) => dispute !== undefined,
);

const CHANGED: readonly Requirement[] = [
  ...STATUSES,
  {
    id: "JSONRPC-ERROR-DATA",
    clause: "§9.5",
    level: "MUST",
    text: "Puts nothing but a list of objects with an @type into error.data.",
    bindings: ["jsonrpc"],
    checks: ["ERROR-DETAILS", "WIRE-RULES"],
    rules: ["ERR-DATA"],
    tck: ["JSONRPC-ERR-001"],
    acts: ["CORE-ERR-008"],
  },
  {
    id: "JSONRPC-ERROR-INFO",
    clause: "§9.5",
    level: "SHOULD",
    text: "Puts a google.rpc.ErrorInfo with reason and domain into error.data of A2A errors.",
    bindings: ["jsonrpc"],
    checks: ["ERROR-DETAILS"],
    rules: ["ERR-INFO"],
    tck: ["JSONRPC-ERR-003"],
    acts: ["JSONRPC-ERR-003", "CORE-ERR-007"],
    dispute: "error-info",
  },
  {
    id: "REST-CONTENT-TYPE",
    clause: "§11.1",
    level: "SHOULD",
    text: "Sends responses as application/a2a+json.",
    bindings: ["rest"],
    checks: ["WIRE-RULES"],
    rules: ["FRM-REST-CTYPE"],
    tck: ["HTTP_JSON-SVC-001"],
    acts: ["REST-CT-001"],
    dispute: "rest-content-type",
  },
];

const ADDED: readonly Requirement[] = [
  {
    id: "ERROR-DETAIL-TYPES",
    clause: "§3.3.2",
    level: "MUST",
    text: "Gives every detail of an error an @type.",
    bindings: ["jsonrpc", "rest"],
    checks: ["ERROR-DETAILS"],
    acts: ["CORE-ERR-008"],
  },
  {
    id: "CUSTOM-BINDINGS",
    clause: "§5.8",
    level: "SHOULD",
    text: "Names bindings of its own by a URI.",
    checks: ["CARD-RULES"],
    rules: ["card/transport-known"],
  },
];

export const TEXT_1_0_1 = defineRequirementSet({
  text: "1.0.1",
  url: "https://a2a-protocol.org/v1.0.1/specification/",
  isScored: true,
  requirements: applyTextChanges(TEXT_1_0_0, { changed: CHANGED, added: ADDED }),
});
