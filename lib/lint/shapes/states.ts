/** How a version spells its states and roles, and its times. */

import { DecodeIssue } from "../../protocol/decode-flags.ts";
import type { JsonObject } from "../../protocol/json.ts";
import { TASK_STATES } from "../../protocol/model.ts";
import { readState } from "../../protocol/state-names.ts";
import type { Accuse, ShapeRule } from "./accuse.ts";
import { isFrom02, type Wording } from "./wording.ts";

const KEBAB: readonly string[] = TASK_STATES;
const FROM_02_ON: readonly string[] = ["rejected", "auth-required"];
const PROTO = TASK_STATES.map(protoOf);
const PROTO_03 = PROTO.map((state) => state.replace("CANCELED", "CANCELLED"));

function protoOf(state: string): string {
  if (state === "unknown") return "TASK_STATE_UNSPECIFIED";
  return `TASK_STATE_${state.toUpperCase().replace("-", "_")}`;
}

const STATES: Readonly<Record<Wording, ReadonlySet<unknown>>> = {
  "0.1": new Set(KEBAB.filter((state) => !FROM_02_ON.includes(state))),
  "0.x": new Set(KEBAB),
  "0.3": new Set(KEBAB),
  // Read literally, its specification has the lower case of JSON-RPC here too.
  "0.3-rest": new Set([...KEBAB, ...PROTO_03, ...TASK_STATES.keys()]),
  "1.0": new Set(PROTO),
  unknown: new Set([...KEBAB, ...PROTO, ...PROTO_03]),
};

const SMALL = ["user", "agent"];
const LARGE = ["ROLE_USER", "ROLE_AGENT"];

const ROLES: Readonly<Record<Wording, ReadonlySet<unknown>>> = {
  "0.1": new Set(SMALL),
  "0.x": new Set(SMALL),
  "0.3": new Set(SMALL),
  "0.3-rest": new Set([...SMALL, ...LARGE, 1, 2]),
  "1.0": new Set(LARGE),
  unknown: new Set([...SMALL, ...LARGE]),
};

/** The state of a status; `required` is the rule that it must have one. */
export function judgeState(
  status: JsonObject,
  wording: Wording,
  required: ShapeRule,
  accuse: Accuse,
): void {
  const { state } = status;
  if (STATES[wording].has(state)) return;
  if (state === undefined || state === null) accuse(required, status, "state");
  else accuse(ruleOfState(state, wording), status, "state");
}

/** Which rule a state breaks that is not spelled as its version spells any. */
function ruleOfState(state: unknown, wording: Wording): ShapeRule {
  const reading = { evidence: 0, irregular: 0 };
  const read = readState(state, reading);
  if (reading.irregular & DecodeIssue.UnknownState) return "DM-STATE-UNKNOWN";
  if (wording === "0.1" && FROM_02_ON.includes(read.state)) return "DM-STATE-UNKNOWN";
  const isNumber = reading.irregular & DecodeIssue.EnumNumber;
  return isNumber && hasNumbers(wording) ? "DM-ENUM-INT" : "DM-STATE-SPELL";
}

/** Readers of ProtoJSON take numbers as well. */
function hasNumbers(wording: Wording): boolean {
  return wording === "1.0" || wording === "unknown";
}

/** The role of a message; `mustAnswer`: an agent says it to its client. */
export function judgeRole(
  message: JsonObject,
  wording: Wording,
  mustAnswer: boolean,
  accuse: Accuse,
): void {
  const { role } = message;
  if (ROLES[wording].has(role)) {
    if (mustAnswer && (role === "user" || role === "ROLE_USER")) accuse("DM-ROLE", message, "role");
    return;
  }
  if (role === undefined || role === null) {
    const isRequired = isFrom02(wording);
    accuse(isRequired ? "DM-MSG-REQ" : "DM-ROLE", message, "role");
  } else if ((role === 1 || role === 2) && hasNumbers(wording)) {
    accuse("DM-ENUM-INT", message, "role");
  } else accuse("DM-ROLE", message, "role");
}

/** ISO 8601, also without a zone: the first group is that of Greenwich. */
const TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-4]):[0-5]\d(?::[0-6]\d(?:[.,]\d+)?)?(?:(Z)|[+-]\d\d(?::?\d\d)?)?$/;

/** Before 1.0 UTC is recommended, and examples of the specification name no zone at all. */
export function judgeTime(status: JsonObject, wording: Wording, accuse: Accuse): void {
  const { timestamp } = status;
  if (timestamp === undefined || timestamp === null) return;
  const found = typeof timestamp === "string" ? TIME.exec(timestamp) : null;
  if (!found || (wording === "1.0" && found[1] === undefined)) {
    accuse("DM-TIME", status, "timestamp");
  }
}
