/** How a version spells its states and roles, and its times. */

import { DecodeIssue } from "../../protocol/decode-flags.ts";
import type { JsonObject } from "../../protocol/json.ts";
import { TASK_STATES } from "../../protocol/model.ts";
import { readState } from "../../protocol/state-names.ts";
import type { ReportSchemaViolation, SchemaRuleName } from "./schema-violation.ts";
import { isSpellingFrom02, type WireSpelling } from "./wire-spelling.ts";

const KEBAB_STATES: readonly string[] = TASK_STATES;
const FROM_02_ON: readonly string[] = ["rejected", "auth-required"];
const PROTO_STATES = TASK_STATES.map(toProtoState);
const PROTO_STATES_03 = PROTO_STATES.map((state) => state.replace("CANCELED", "CANCELLED"));

function toProtoState(state: string): string {
  if (state === "unknown") return "TASK_STATE_UNSPECIFIED";
  return `TASK_STATE_${state.toUpperCase().replace("-", "_")}`;
}

const STATES: Readonly<Record<WireSpelling, ReadonlySet<unknown>>> = {
  "0.1": new Set(KEBAB_STATES.filter((state) => !FROM_02_ON.includes(state))),
  "0.x": new Set(KEBAB_STATES),
  "0.3": new Set(KEBAB_STATES),
  // Read literally, its specification has the lower case of JSON-RPC here too.
  "0.3-rest": new Set([...KEBAB_STATES, ...PROTO_STATES_03, ...TASK_STATES.keys()]),
  "1.0": new Set(PROTO_STATES),
  unknown: new Set([...KEBAB_STATES, ...PROTO_STATES, ...PROTO_STATES_03]),
};

const LOWER_CASE_ROLES = ["user", "agent"];
const PROTO_ROLES = ["ROLE_USER", "ROLE_AGENT"];

const ROLES: Readonly<Record<WireSpelling, ReadonlySet<unknown>>> = {
  "0.1": new Set(LOWER_CASE_ROLES),
  "0.x": new Set(LOWER_CASE_ROLES),
  "0.3": new Set(LOWER_CASE_ROLES),
  "0.3-rest": new Set([...LOWER_CASE_ROLES, ...PROTO_ROLES, 1, 2]),
  "1.0": new Set(PROTO_ROLES),
  unknown: new Set([...LOWER_CASE_ROLES, ...PROTO_ROLES]),
};

/** The state of a status; `required` is the rule that it must have one. */
export function checkState(
  status: JsonObject,
  wording: WireSpelling,
  required: SchemaRuleName,
  accuse: ReportSchemaViolation,
): void {
  const { state } = status;
  if (STATES[wording].has(state)) return;
  if (state === undefined || state === null) accuse(required, status, "state");
  else accuse(getBrokenStateRule(state, wording), status, "state");
}

/** Which rule a state breaks that is not spelled as its version spells any. */
function getBrokenStateRule(state: unknown, wording: WireSpelling): SchemaRuleName {
  const flags = { evidence: 0, decodeIssues: 0 };
  const read = readState(state, flags);
  if (flags.decodeIssues & DecodeIssue.UnknownState) return "DM-STATE-UNKNOWN";
  if (wording === "0.1" && FROM_02_ON.includes(read.state)) return "DM-STATE-UNKNOWN";
  const isNumber = flags.decodeIssues & DecodeIssue.EnumNumber;
  return isNumber && allowsNumbers(wording) ? "DM-ENUM-INT" : "DM-STATE-SPELL";
}

/** Readers of ProtoJSON take numbers as well. */
function allowsNumbers(wording: WireSpelling): boolean {
  return wording === "1.0" || wording === "unknown";
}

/** The role of a message; `mustAnswer`: an agent says it to its client. */
export function checkRole(
  message: JsonObject,
  wording: WireSpelling,
  mustAnswer: boolean,
  accuse: ReportSchemaViolation,
): void {
  const { role } = message;
  if (ROLES[wording].has(role)) {
    if (mustAnswer && (role === "user" || role === "ROLE_USER")) accuse("DM-ROLE", message, "role");
    return;
  }
  if (role === undefined || role === null) {
    const isRequired = isSpellingFrom02(wording);
    accuse(isRequired ? "DM-MSG-REQ" : "DM-ROLE", message, "role");
  } else if ((role === 1 || role === 2) && allowsNumbers(wording)) {
    accuse("DM-ENUM-INT", message, "role");
  } else accuse("DM-ROLE", message, "role");
}

/** ISO 8601, also without a zone: the first group is that of Greenwich. */
const TIMESTAMP =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-4]):[0-5]\d(?::[0-6]\d(?:[.,]\d+)?)?(?:(Z)|[+-]\d\d(?::?\d\d)?)?$/;

/** Before 1.0 UTC is recommended, and examples of the specification name no zone at all. */
export function checkTimestamp(
  status: JsonObject,
  wording: WireSpelling,
  accuse: ReportSchemaViolation,
): void {
  const { timestamp } = status;
  if (timestamp === undefined || timestamp === null) return;
  const found = typeof timestamp === "string" ? TIMESTAMP.exec(timestamp) : null;
  if (!found || (wording === "1.0" && found[1] === undefined)) {
    accuse("DM-TIME", status, "timestamp");
  }
}
