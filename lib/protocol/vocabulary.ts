/** The words of all versions and dialects for states and roles, mapped to one each. */

import type { Role, TaskState } from "./model.ts";
import { Evidence, Irregular, type Reading } from "./notes.ts";

interface Word<T> {
  value: T;
  evidence: number;
  irregular: number;
}

/** In the order of their numbers in the 1.0 proto. */
const PROTO_ORDER: readonly TaskState[] = [
  "unknown",
  "submitted",
  "working",
  "completed",
  "failed",
  "canceled",
  "input-required",
  "rejected",
  "auth-required",
];

/** Spellings no version has, seen in the wild or in documents. */
const STATE_SYNONYMS: Readonly<Record<string, TaskState>> = {
  pending: "submitted",
  queued: "submitted",
  "in-progress": "working",
  inprogress: "working",
  running: "working",
  complete: "completed",
  done: "completed",
  succeeded: "completed",
  success: "completed",
  error: "failed",
  cancelled: "canceled",
  inputrequired: "input-required",
  authrequired: "auth-required",
  unspecified: "unknown",
  unrecognized: "unknown",
};

const STATES = new Map<string, Word<TaskState>>();
for (const state of PROTO_ORDER) {
  STATES.set(state, { value: state, evidence: Evidence.KebabState, irregular: 0 });
  const proto = `TASK_STATE_${state === "unknown" ? "UNSPECIFIED" : state.toUpperCase().replace("-", "_")}`;
  STATES.set(proto, { value: state, evidence: Evidence.ProtoState, irregular: 0 });
}
STATES.set("TASK_STATE_CANCELLED", {
  value: "canceled",
  evidence: Evidence.ProtoState | Evidence.Rest03,
  irregular: 0,
});

const UNKNOWN_STATE: Word<TaskState> = {
  value: "unknown",
  evidence: 0,
  irregular: Irregular.UnknownState,
};

/** The state that a wire value means, and its spelling. */
export function readState(
  value: unknown,
  reading: Reading,
): { state: TaskState; rawState: string | null } {
  if (typeof value === "string") {
    const word = STATES.get(value) ?? otherSpelling(value);
    reading.evidence |= word.evidence;
    reading.irregular |= word.irregular;
    return { state: word.value, rawState: value };
  }
  if (typeof value === "number") {
    reading.evidence |= Evidence.EnumNumber;
    reading.irregular |= Irregular.EnumNumber;
    const state = PROTO_ORDER[value];
    if (state === undefined) reading.irregular |= Irregular.UnknownState;
    return { state: state ?? "unknown", rawState: String(value) };
  }
  if (value !== undefined) reading.irregular |= Irregular.UnknownState;
  return { state: "unknown", rawState: null };
}

/** Is this text a state in any spelling we know? */
export function isState(value: unknown): boolean {
  return typeof value === "string" && (STATES.has(value) || otherSpelling(value) !== UNKNOWN_STATE);
}

function otherSpelling(raw: string): Word<TaskState> {
  if (raw.length > 40) return UNKNOWN_STATE;
  const bare = raw
    .trim()
    .replace(/^TaskState\./, "")
    .toLowerCase()
    .replace(/_/g, "-")
    .replace(/^task-state-/, "");
  const value =
    STATES.get(bare)?.value ??
    (Object.hasOwn(STATE_SYNONYMS, bare) ? STATE_SYNONYMS[bare] : undefined);
  return value === undefined
    ? UNKNOWN_STATE
    : { value, evidence: 0, irregular: Irregular.StateSpelling };
}

const ROLES = new Map<unknown, Word<Role>>([
  ["user", { value: "user", evidence: 0, irregular: 0 }],
  ["agent", { value: "agent", evidence: 0, irregular: 0 }],
  ["ROLE_USER", { value: "user", evidence: Evidence.ProtoRole, irregular: 0 }],
  ["ROLE_AGENT", { value: "agent", evidence: Evidence.ProtoRole, irregular: 0 }],
  [1, { value: "user", evidence: Evidence.EnumNumber, irregular: Irregular.EnumNumber }],
  [2, { value: "agent", evidence: Evidence.EnumNumber, irregular: Irregular.EnumNumber }],
]);

/** The role that a wire value means; without a usable one, whoever speaks on this side. */
export function readRole(
  value: unknown,
  speaker: Role,
  reading: Reading,
): { role: Role; rawRole: string | null } {
  const word = ROLES.get(value);
  if (word) {
    reading.evidence |= word.evidence;
    reading.irregular |= word.irregular;
    return { role: word.value, rawRole: String(value) };
  }
  reading.irregular |= Irregular.Role;
  const rawRole = typeof value === "string" || typeof value === "number" ? String(value) : null;
  const human = rawRole !== null && /^(?:user|human|client|role_user)$/i.test(rawRole);
  return { role: human ? "user" : speaker, rawRole };
}
