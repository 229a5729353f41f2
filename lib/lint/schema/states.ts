/** Checks how an event spells its state, roles and timestamp. */

import { DecodeIssue } from "../../protocol/decode-flags.ts";
import type { JsonObject } from "../../protocol/json.ts";
import { TASK_STATES } from "../../protocol/model.ts";
import { readState } from "../../protocol/state-names.ts";
import type { ReportSchemaViolation, SchemaRuleId } from "./schema-context.ts";
import { isSpellingFrom02, type WireSpelling } from "./schema-context.ts";

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
  // Read literally, its specification allows the lower case of JSON-RPC here too.
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

/** Checks the state of a status; `required` is the rule that it must have one. */
export function checkState(
  status: JsonObject,
  spelling: WireSpelling,
  required: SchemaRuleId,
  report: ReportSchemaViolation,
): void {
  const { state } = status;
  if (STATES[spelling].has(state)) return;
  if (state === undefined || state === null) report(required, status, "state");
  else report(getBrokenStateRule(state, spelling), status, "state");
}

/** The rule that is broken by a state that its version does not have. */
function getBrokenStateRule(state: unknown, spelling: WireSpelling): SchemaRuleId {
  const flags = { evidence: 0, decodeIssues: 0 };
  const read = readState(state, flags);
  if (flags.decodeIssues & DecodeIssue.UnknownState) return "DM-STATE-UNKNOWN";
  if (spelling === "0.1" && FROM_02_ON.includes(read.state)) return "DM-STATE-UNKNOWN";
  const isNumber = flags.decodeIssues & DecodeIssue.EnumNumber;
  return isNumber && allowsNumbers(spelling) ? "DM-ENUM-INT" : "DM-STATE-SPELL";
}

/** ProtoJSON readers also accept numbers. */
function allowsNumbers(spelling: WireSpelling): boolean {
  return spelling === "1.0" || spelling === "unknown";
}

/** Checks the role of a message; `isResponse`: the agent sends it to its client. */
export function checkRole(
  message: JsonObject,
  spelling: WireSpelling,
  isResponse: boolean,
  report: ReportSchemaViolation,
): void {
  const { role } = message;
  if (ROLES[spelling].has(role)) {
    if (isResponse && (role === "user" || role === "ROLE_USER")) report("DM-ROLE", message, "role");
    return;
  }
  if (role === undefined || role === null) {
    const isRequired = isSpellingFrom02(spelling);
    report(isRequired ? "DM-MSG-REQ" : "DM-ROLE", message, "role");
  } else if ((role === 1 || role === 2) && allowsNumbers(spelling)) {
    report("DM-ENUM-INT", message, "role");
  } else report("DM-ROLE", message, "role");
}

/** ISO 8601, also without a time zone; the first group is the Z of UTC. */
const TIMESTAMP =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-4]):[0-5]\d(?::[0-6]\d(?:[.,]\d+)?)?(?:(Z)|[+-]\d\d(?::?\d\d)?)?$/;

/** Before 1.0 UTC is only recommended, and examples of the specification have no time zone. */
export function checkTimestamp(
  status: JsonObject,
  spelling: WireSpelling,
  report: ReportSchemaViolation,
): void {
  const { timestamp } = status;
  if (timestamp === undefined || timestamp === null) return;
  const found = typeof timestamp === "string" ? TIMESTAMP.exec(timestamp) : null;
  if (!found || (spelling === "1.0" && found[1] === undefined)) {
    report("DM-TIME", status, "timestamp");
  }
}

export function hasTimeZone(time: string): boolean {
  return /T.*(?:Z|[+-]\d\d(?::?\d\d)?)$/i.test(time);
}
